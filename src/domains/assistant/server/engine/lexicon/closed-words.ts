import type { Preposition, Relation, Sense, Topic } from '../atoms.ts';
import { functionWords, phrasesWith } from './function-words.ts';

const ask = (v: Extract<Sense, { k: 'ask' }>['v'], phrases: string) => phrasesWith({ k: 'ask', v }, phrases);
const preposition = (v: Preposition, phrases: string) => phrasesWith({ k: 'preposition', v }, phrases);
const relation = (v: Relation, phrases: string) => phrasesWith({ k: 'relation', v }, phrases);
const topic = (v: Topic, phrases: string) => phrasesWith({ k: 'topic', v }, phrases);
const order = (v: Extract<Sense, { k: 'order' }>['v'], phrases: string) => phrasesWith({ k: 'order', v }, phrases);

/** The English words that questions are built from, regardless of their subject. */
export const closedWords: readonly (readonly [string, Sense])[] = [
  ...ask(
    'count',
    'how many|tally|headcount of|head count of|hw many|how may|how mny|how manny|how meny|hwo many|haw many|howmany|no of|nr of|number of|the number of|count|count of|total number of|total|in total|how often|how many times|amount of|quantity of',
  ),
  ...ask('which', 'which|whichever|wich|whcih|whitch|wihch|which one|which ones'),
  ...ask('what', 'what|waht|wat|whta|whats|what kind of|what sort of|anything|something'),
  ...ask(
    'list',
    'walk me through|take me through|run me through|talk me through|fill me in on|list|show|show me|give|give me|display|find|search|search for|look up|see|print|tell me|tell|let me see|get|get me|pull up|fetch|describe|details|detail|about|info|information|tell me about|overview of|name the|names of|look for|summarize|summarise',
  ),
  ...ask(
    'when',
    'timestamp|time stamp|when|wehn|whn|until when|till when|by when|what time|which day|what day|on which day|on what day|what date|which date|date|at what time|since when|since what year|since which year|in what year|in which year|what year|how recently|how long ago|time',
  ),
  ...ask(
    'where',
    'where|wehre|whre|wheer|wheres|whereabout|in which places|at which places|in which cities|which places|which cities|in what places|which towns|which place|in what place|at what place|in which city|in what city|in which town|what town|which town|in which location|at which location|at what location|what place|which location|what location|locate|in which place|which city|what city|at which place',
  ),
  ...ask(
    'who',
    'who|hwo|woh|whom|whose|by whom|to whom|with whom|whos|from whom|which company|which participant|what company|which party|what party|what participant|which firm|what firm|which business|which organization|which organisation|which member|which partner|what partner',
  ),
  ...ask(
    'how long',
    'how long|how old|transit time|travel time|lead time|delivery time|turnaround time|shipping time|time between|time from|time needed|time needed by|time taken|time taken by|time required|time it took|days since|hours since|weeks since|time since|months since|time passed between|days from|days between|hours between|hours from|how much time|how much longer|how many months|how many minutes|for how long|how many days|how many hours|how many weeks|duration|how fast|how quickly',
  ),
  ...ask('how much', 'how much|how high|how big|how large'),
  ...ask(
    'percentage',
    'percentage of|percentage|what percentage of|what percent of|how many percent of|percent of|proportion of|what proportion of|what share of|which share of|what fraction of|fraction of|in percent',
  ),
  ...ask('why', 'why|how come|for what reason'),
  ...ask('compare', 'compare|comparison|versus|vs|difference between|difference|compared to|compared with'),
  ...preposition('in', 'in|inside|within|during'),
  ...preposition(
    'at',
    'at|near|around|close to|close by|next to|beside|inside of|over in|down in|up in|out in|somewhere in',
  ),
  ...preposition('from', 'from|out of|coming from|originating in|originating from|stemming from'),
  ...preposition('to', 'to|towards|toward|bound for|headed for|heading to|heading for|destined for|headed to'),
  ...preposition('by', 'by|performed by|done by'),
  ...preposition('of', 'of|regarding|concerning|on behalf of|belonging to'),
  ...preposition(
    'with',
    'with|in the hands of|in hands of|in possession of|in the possession of|in custody of|in the custody of',
  ),
  ...preposition('for', 'for'),
  ...preposition('on', 'on'),
  ...preposition('between', 'between'),
  ...preposition('into', 'into'),
  ...preposition('via', 'via|through'),
  ...preposition('than', 'than'),
  ...preposition('without', 'without|free of|free from|devoid of|lack|lacks|lacking'),
  ...relation(
    'hold',
    'sit on|sits on|sitting on|hold|hold on to|holding on to|responsible for|in charge of|look after|looking after|have in stock|have in hand|possess|keep|stock|have got|currently have|in my hands|in stock|on hand|in whose hands|whose hands|in their hands|in his hands|in her hands|in its hands|in my possession|in its possession|in custody|custody',
  ),
  ...relation('own', 'own|belong|belong to'),
  ...relation(
    'made from',
    'made from|made of|made out of|composed of|made up of|comprise|comprised of|put together from|prepared from|mixed from|processed from|refined from|extracted from|assembled from|make from|make of|make out of|consist of|contain|go into it|went into it|come from|came from|roast from|roasted from|blend from|blended from|derive from|built from|build from|used to make|use to make|use for|upstream|produce from|manufacture from|inside it|include',
  ),
  ...relation(
    'made into',
    'made into|use|used|using|process into|processed into|processed|transform into|transformed into|convert into|converted into|turned into|mix into|mixed into|blend into|blended into|refine into|refined into|incorporate into|incorporated into|went into making|go into making|end up as|ended up as|become of|became of|make into|turn into|become|go into|went into|end up in|ended up in|use in|used in|downstream|roast into|made with|make with|made from it|made out of it|made of it|roasted from it|blended from it|produced from it|manufactured from it|came out of|come out of|packed into|packed in|end up|ended up|part of|built into|work into|worked into',
  ),
  ...relation(
    'recall',
    'be hit|been hit|impacted|recall|recall of|contaminate|called back|call back|calling back|pulled back|taken off the market|take off the market|taken off the shelves|take off the shelves|pulled from the shelves|pull from the shelves|pulled off the shelves|bad|tainted|unsafe|dangerous|rotten|infected|poisoned|contaminated|contamination|withdraw|withdrawn|pull back|call back|defective|faulty|spoil|spoiled|affect|affected|fault|defect',
  ),
  ...relation(
    'addressed',
    'address|coming my way|heading my way|coming our way|heading our way|address to|addressed to|going|on its way to|on their way to|on the way to|under way to|underway to|en route to|in transit to|traveling to|travelling to|coming to|intended for|headed|destination|destined for|meant for|waiting for|expected by|incoming|addressed',
  ),
  ...relation('join', 'join|register|registered|sign up|enrol|enroll|onboard|new member'),
  ...relation('record', 'record|recorded|write|wrote|written|log|logged|enter|submit|write down|book|note|register'),
  ...relation(
    'happen',
    'happen|occur|take place|go on|going on|went on|been done|been up to|up to|do|did|been doing|doing',
  ),
  ...relation(
    'work with',
    'do business|does business|did business|dealt with|work with|deal with|trade with|collaborate with|partner with|interact with|cooperate with most|work together with|working with|exchange goods with|hand over to and from|do business with|cooperate with|work most with|works most with',
  ),
  ...relation(
    'manage',
    'report to|reports to|answer to|answers to|manage|managed by|management|under whose management|in charge of the account of|look after the account of|supervise|oversee|administer|on behalf',
  ),
  ...relation(
    'handle',
    'handle|touch|process|deal in|took part|had contact with|come into contact with|involved|involve|take part',
  ),
  ...relation(
    'carry',
    'carry|transport|haul|bring|brought|ferry|drive|drove|driven|fly|flew|flown|convey|freighted|trucked',
  ),
  ...relation(
    'arrive',
    'arrive|arrival|get there|turn up|turned up|show up|showed up|came in|come in|comes in|get in|got in|on arrival|upon arrival|at arrival|reach its destination|reach the destination',
  ),
  ...relation('reach', 'reach|get to|got to|make it to|made it to'),
  ...relation(
    'leave',
    'leave|depart|left|departure|set off|set out|move out|moved out|go out|went out|on departure|at departure|upon departure',
  ),
  ...relation(
    'be at',
    'locate|located|stored|situated|sit|sitting|lie|lying|stay|wait|waiting|stand|standing|remain|end up at',
  ),
  ...relation(
    'pass',
    'go well|went well|gone well|went fine|pass|pass through|passed through|stop|stop at|went through|go through|gone through|came through|come through|travel through|travelled through|transited|routed through|moved through|visit|been|been to|been through|went via|go via|came via|cross|undergo|underwent',
  ),
  ...relation('take long', 'take|last'),
  ...relation(
    'owe',
    'owe|owed|uncollected|yet to collect|yet to be collected|still to collect|due|overdue|outstanding|unpaid',
  ),
  ...relation('cost', 'cost|charge'),
  ...relation('pay', 'pay|accept payment'),
  ...relation('active', 'active|busy'),
  ...relation('correct', 'correct|corrected|taken back|take back|revise'),
  ...relation('store', 'store'),
  ...topic(
    'health',
    'health|healthy|running|alive|online|server|system|uptime|service|operational|up and running|site up|everything up|version|server version',
  ),
  ...topic('audit log', 'audit|audit log|audit trail|compliance log|audit entry|audit report'),
  ...topic('genesis', 'genesis|genesis block|very first block|first block|oldest block|block zero'),
  ...topic(
    'figures',
    'figure|stats|statistic|statistics|overview|dashboard|summary|kpi|at a glance|numbers|key figures',
  ),
  ...topic(
    'abilities',
    'what can you do|what can i ask|who are you|what are you|command|capability|what do you know|help me|what can you help with|what can you answer',
  ),
  ...order(
    'newest',
    'latest addition|latest addition to|newest addition|newest addition to|most recent addition|most recent addition to|last|latest|newest|most recently recorded|very last|very latest|current last|most new|later|later than|most recent|recent|recently|most recently|lately|tip|head|just now|last time|final',
  ),
  ...order(
    'oldest',
    'longest existing|longest standing|first|oldest|earliest|earlier|sooner|earlier than|sooner than|very first|initial|originally|longest ago|first time',
  ),
  ...order(
    'most',
    'largest number of|highest number of|biggest number of|greatest number of|largest amount of|wettest|most|busiest|most active|most busy|most productive|most diligent|hardest working|most hard working|most industrious|most prolific|most frequent one|most often|highest|largest|biggest|top|most frequent|most common|maximum|max|greatest|most valuable|most expensive|priciest|dearest|most popular|longest|main|mostly|mainly|primary|primarily|most frequently|top selling|warmest|hottest',
  ),
  ...order(
    'least',
    'smallest number of|lowest number of|fewest number of|driest|least|fewest|least active|least productive|least frequent|least popular|least expensive|least costly|most affordable|most economical|lowest priced|lowest|smallest|quietest|least often|minimum|rarest|cheapest|least common|least busy|shortest|lest|coldest|coolest',
  ),
  ...order(
    'previous',
    'before that|the one before|one before|previous|preceding|prior|the event before|before it|the previous one|the block before',
  ),
  ...order(
    'next',
    'after that|the one after|next|following|the next one|one after|the event after|after it|the block after',
  ),
  ...functionWords,
];
