import type { Preposition, Relation, Sense, Topic } from '../atoms.ts';

const each = (sense: Sense, phrases: string): [string, Sense][] =>
  phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => [phrase, sense]);

const ask = (v: Extract<Sense, { k: 'ask' }>['v'], phrases: string) => each({ k: 'ask', v }, phrases);
const preposition = (v: Preposition, phrases: string) => each({ k: 'preposition', v }, phrases);
const relation = (v: Relation, phrases: string) => each({ k: 'relation', v }, phrases);
const topic = (v: Topic, phrases: string) => each({ k: 'topic', v }, phrases);
const order = (v: Extract<Sense, { k: 'order' }>['v'], phrases: string) => each({ k: 'order', v }, phrases);
const filler = (phrases: string) => each({ k: 'filler' }, phrases);

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'
  .split(' ')
  .map((word, v): [string, Sense] => [word, { k: 'number', v }]);

/** The English words that questions are built from, regardless of their subject. */
export const closedWords: readonly (readonly [string, Sense])[] = [
  ...ask(
    'count',
    'how many|tally|headcount of|head count of|hw many|how may|how mny|how manny|how meny|hwo many|haw many|howmany|no of|nr of|number of|the number of|count|count of|total number of|total|in total|how often|how many times|amount of|quantity of',
  ),
  ...ask('which', 'which|wich|whcih|whitch|wihch|which one|which ones'),
  ...ask('what', 'what|waht|wat|whta|whats|what kind of|what sort of|anything|something'),
  ...ask(
    'list',
    'walk me through|take me through|run me through|talk me through|fill me in on|list|show|show me|give|give me|display|find|search|search for|look up|see|print|tell me|tell|let me see|get|get me|pull up|fetch|describe|details|detail|about|info|information|tell me about|overview of|name the|names of|look for|summarize|summarise',
  ),
  ...ask(
    'when',
    'timestamp|time stamp|when|wehn|whn|until when|till when|by when|what time|which day|what day|on which day|on what day|what date|which date|date|at what time|since when|how recently|how long ago|time',
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
    'percentage of|percentage|what percentage of|what percent of|how many percent of|percent of|proportion of|what proportion of|what share of|which share of|what fraction of|fraction of',
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
    'sit on|sits on|sitting on|hold|hold on to|holding on to|responsible for|in charge of|look after|looking after|have in stock|have in hand|possess|keep|stock|have got|currently have|in my hands|in stock|on hand|in whose hands|whose hands|in my possession|in its possession|in custody|custody',
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
    'manage|managed by|management|under whose management|in charge of the account of|look after the account of|supervise|oversee|administer|on behalf',
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
    'pass|pass through|stop|stop at|went through|go through|gone through|came through|come through|travel through|travelled through|transited|routed through|moved through|visit|been|been to|been through|went via|go via|came via|cross|undergo|underwent',
  ),
  ...relation('take long', 'take|last'),
  ...relation('owe', 'owe|owed|due|overdue|outstanding|unpaid'),
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
    'last|latest|newest|most recently recorded|very last|very latest|current last|most new|later|later than|most recent|recent|recently|most recently|lately|tip|head|just now|last time|final',
  ),
  ...order(
    'oldest',
    'first|oldest|earliest|earlier|sooner|earlier than|sooner than|very first|initial|originally|longest ago|first time',
  ),
  ...order(
    'most',
    'wettest|most|busiest|most active|most busy|most productive|most diligent|hardest working|most hard working|most industrious|most prolific|most frequent one|most often|highest|largest|biggest|top|most frequent|most common|maximum|max|greatest|most valuable|most expensive|priciest|dearest|most popular|longest|main|mostly|mainly|primary|primarily|most frequently|top selling|warmest|hottest',
  ),
  ...order(
    'least',
    'driest|least|fewest|least active|least productive|least frequent|least popular|least expensive|least costly|most affordable|most economical|lowest priced|lowest|smallest|quietest|least often|minimum|rarest|cheapest|least common|least busy|shortest|lest|coldest|coolest',
  ),
  ...order(
    'previous',
    'before that|the one before|one before|previous|preceding|prior|the event before|before it|the previous one|the block before',
  ),
  ...order(
    'next',
    'after that|the one after|next|following|the next one|one after|the event after|after it|the block after',
  ),
  ...each(
    { k: 'each' },
    'each|per|every|breakdown|breakdown of|distribution|distribution of|split|grouped by|group by|broken down by|for each|by each',
  ),
  ...each(
    { k: 'pronoun', v: 'it' },
    'it|its|this one|that one|the same|the same one|this asset|that asset|this item|that item|the asset|the item|this block|that block|this event|that event|this|that|the shipment|the lot|the crate|the parcel|the product',
  ),
  ...each({ k: 'pronoun', v: 'them' }, 'they|them|their|these|those|of them|of those|of these|she|he|her|his|him'),
  ...each(
    { k: 'pronoun', v: 'me' },
    'i|me|my|mine|in my name|under my name|in our name|under our name|to my name|registered to me|us|our|ours|myself|i am|im',
  ),
  ...each({ k: 'pronoun', v: 'there' }, 'there'),
  ...each({ k: 'not' }, 'outside|outside of|elsewhere than|anywhere but in'),
  ...preposition('in', 'outside|outside of|elsewhere than|anywhere but in'),
  // They open a yes-or-no question as an auxiliary does.
  ...each(
    { k: 'auxiliary' },
    'is it true that|is it true|is it correct that|is it right that|is it the case that|am i right that|am i correct that|is it a fact that',
  ),
  ...each(
    { k: 'value', of: '', v: { kind: 'ordinal', value: '2' } },
    'second to last|second last|last but one|next to last|penultimate|second newest|second latest',
  ),
  ...each(
    { k: 'value', of: '', v: { kind: 'ordinal', value: '3' } },
    'third to last|third last|last but two|third newest|third latest',
  ),
  ...each({ k: 'auxiliary' }, 'is|are|r|was|were|be|been|being|am|do|does|did|has|have|had|will|would'),
  ...each(
    { k: 'not' },
    "not|never|no|none|neither|neither of|not any|not a single|not one|without any|aside from|save for|with the exception of|other then|excluded|not counting|leaving out|nobody|isn't|aren't|wasn't|weren't|didn't|doesn't|hasn't|haven't|isnt|arent|wasnt|werent|didnt|doesnt|hasnt|havent|don't|dont|won't|wont|cannot|can't|cant|not yet|nothing|nor|no one|other than|except|except for|apart from|excluding|but not|anything but|anyone but",
  ),
  ...each(
    { k: 'trend' },
    'go up|went up|gone up|going up|go down|went down|gone down|going down|rise|rose|risen|increase|increased|increasing|decrease|decreased|decreasing|grow|grew|grown|drop|dropped|fall|fell|fallen',
  ),
  ...each({ k: 'because' }, 'because|because of|due to|owing to|on account of|since they|for reason|for the reason'),
  ...each({ k: 'and' }, 'and|also|as well as|plus|together with|&'),
  ...each({ k: 'or' }, 'or'),
  ...each(
    { k: 'talk', v: 'greeting' },
    'hello|hi|hey|good day|excuse me|sorry|sorry to bother you|sorry to disturb you|sorry to interrupt|good morning|good afternoon|good evening|greetings|howdy|moin|hallo|hi there|hello there|hey there|how are you|how are you doing|how is it going',
  ),
  ...each(
    { k: 'talk', v: 'thanks' },
    'thanks|thank you|thanks in advance|that helped|that helped a lot|that helps|that helps a lot|this helped|very helpful|helpful|that was helpful|thats all|that is all|that was all|thank you in advance|thank you so much|thanks so much|much appreciated|i appreciate it|appreciate it|never mind|nevermind|no worries|thx|cheers|great|perfect|ok|okay|ty|many thanks|thanks a lot|thank you very much|nice|cool|awesome|good job|well done|got it|merci|danke|understood|k|kk|alright|good|excellent|wonderful',
  ),
  ...each({ k: 'talk', v: 'bye' }, 'bye|goodbye|see you|good night|see you later|ciao|later'),
  ...each({ k: 'talk', v: 'help' }, 'help'),
  ...each(
    { k: 'write', v: 'add' },
    'add|record|log|enter|register|submit|create|book|onboard|enrol|enroll|note|capture|write down|sign up|set up|propose',
  ),
  ...each(
    { k: 'write', v: 'change' },
    'change|edit|modify|alter|update|rename|correct|fix|amend|rewrite|replace|move|undo|revert|restate|set|mark|overwrite',
  ),
  ...each(
    { k: 'write', v: 'delete' },
    'delete|remove|erase|wipe|drop|destroy|take back|get rid of|cancel|purge|retract|withdraw',
  ),
  ...each(
    { k: 'how' },
    'how to|how do i|how do we|how can i|how can we|how does one|how do you|how would i|how should i|how is|how are|how does|how do|how can|steps to|steps|step by step|guide|tutorial|instruction|explain|what does|meaning|meaning of|mean|what is meant by|what happens if|what happens when|what if|where do i|where can i|where do we|what do i need to|what must i do to|i forgot|forgot|way to|whats the way to|help me to|definition of|define|what does it mean',
  ),
  ...each(
    { k: 'may' },
    'may|can|could|allowed to|entitled to|authorized to|authorised to|free to|is there a way to|is there any way to|allowed|permitted|permitted to|able to|is it possible|possible|may i|can i|can we|could i|am i allowed to|am i allowed|who may|who can|who is allowed to|permission|permissions|right to|i want to|i would like to|i need to|want to|like to|need to|should|must|have to|do i need to|do i have to|shall|supposed to|meant to|expected to|scheduled to',
  ),
  ...each(
    { k: 'aggregate', v: 'average' },
    'average|on average|avg|mean value of|mean value|typical|average value|average value of|the mean|average of|the average',
  ),
  ...each({ k: 'aggregate', v: 'total' }, 'sum|sum of|the sum of|combined|summed up|sum total'),
  ...each(
    { k: 'named' },
    'called|named|with the name|by the name of|with the username|whose name is|with username|name is',
  ),
  ...each(
    { k: 'more', v: 'more' },
    'rise above|rose above|go above|went above|climb above|climbed above|get above|got above|go over|went over|more|longer|longer than|beyond|over and above|surpass|surpassing|warmer than|hotter than|wetter than|heavier than|heavier|greater|above|over|more than|at least|higher than|higher|larger|larger than|bigger than|greater than|exceed|exceeding|in excess of|no less than|not less than|above than|upwards of|warmer|hotter',
  ),
  ...each(
    { k: 'more', v: 'less' },
    'fewer|less|below|under|beneath|fall under|fell under|drop below|dropped below|drop under|dropped under|sink below|sank below|go below|went below|go under|went under|get below|got below|colder than|cooler than|lighter than|lighter|stay under|stayed under|stay below|stayed below|fall below|fell below|fewer than|less than|lower|lower than|at most|smaller|smaller than|cheaper than|no more than|not more than|colder|cooler',
  ),
  ...each({ k: 'number', v: 1 }, 'once'),
  ...each({ k: 'number', v: 2 }, 'twice'),
  ...each({ k: 'number', v: 3 }, 'thrice'),
  ...numbers,
  ...filler(
    'a|an|the|teh|th|pls|plz|u|present|measure|measured|we|please|current|everything|everything about|kindly|i need|i am looking for|im looking for|i want|i would like|i see|can i see|can i get|may i see|could i see|can i have|i have a question|can i look at|may i know|can i ask|i was wondering|so|then|now|right now|today still|currently|at the moment|at present|presently|just|only|actually|really|exactly|precisely|any|some|all|all the|every single|in the moment|these days|nowadays|for the moment|for now|as we speak|momentarily|at this moment|at this time|as of today|i think that|correct me if i am wrong|i was told that|i believe that|can you confirm that|can you confirm|please confirm that|would you know|do you happen to know|any idea|have you any idea|id be interested to know|i would be interested in knowing|could you find out|can you find out|can you look up|let me know|would love to know|im curious|just curious|out of curiosity|for my records|for the records|if you can|if possible|if you please|asap|urgently|anywhere|on this ledger|in this ledger|of this ledger|on this chain|in this system|of the two|of these two|of the both|performed|perform|performs|conducted|conduct|carried out|carry out|carries out|hides behind|hiding behind|stands behind|flagged with|flagged|scanned as|marked as|recorded as|logged as|booked as|registered as|listed as|flagged as|to be precise|in particular|generally speaking|basically|simply|literally|obviously|apparently|probably|whole|entire|there is|there are|there was|there were|still|already|yet|ever|as of now|thing|things|stuff|as|such|if|whether|that|let|lets|us|you|your|yours|cairn|on cairn|in cairn|can you|could you|would you|will you|can you tell me|could you tell me|do you know|i wonder|wondering|id like to know|i want to know|i would like to know|i need to know|want to know|would like to know|quickly|quick|question|hey|dear|sir|madam|well|hmm|um|uh|oh|ah|again|here|out|up|down|off|back|over there|same|other|else|both|too|very|much|many|lot of|lots of|somebody|someone|anybody|anyone|everybody|everyone|me please|in the system|on the system|in the ledger|on the ledger|on the chain|in the chain|in the blockchain|on the blockchain|on the platform|in the database|in detail|exact|full|complete|total|overall|together|altogether|different|distinct|various|specific|particular|certain|given|respective|corresponding|following|kind|way|case|fact|one|ones|another|own|but|since it|while|whereas|however|instead|rather|quite|about now|so far|until now|to date|up to now|by now|of all|at all|in all|in the world|in our system|ledger wide|exist|existing|available|known|go|went|come|get|got|gone|look|looking|look like|like|turn|know|say|said|says|according|according to|want|need|see if|check|check if|check whether|verify that|make sure|confirm|sure|wish|be able|possible|people|person|anyone|else',
  ),
];
