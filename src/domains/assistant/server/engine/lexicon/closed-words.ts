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
    'how many|hw many|how may|no of|nr of|number of|the number of|count|count of|total number of|total|in total|how often|how many times|amount of|quantity of',
  ),
  ...ask('which', 'which|which one|which ones'),
  ...ask('what', 'what|whats|what kind of|what sort of|anything|something'),
  ...ask(
    'list',
    'list|show|show me|give|give me|display|find|search|search for|look up|see|print|tell me|tell|let me see|get|get me|pull up|fetch|describe|details|detail|about|info|information|tell me about|overview of|name the|names of|look for|summarize|summarise',
  ),
  ...ask(
    'when',
    'when|until when|till when|by when|what time|which day|what day|on which day|on what day|what date|which date|date|at what time|since when|how recently|how long ago|time',
  ),
  ...ask(
    'where',
    'where|wheres|whereabout|which place|what place|which location|what location|locate|in which place|which city|what city|at which place',
  ),
  ...ask(
    'who',
    'who|whom|whose|by whom|to whom|with whom|whos|from whom|which company|which participant|what company|which party',
  ),
  ...ask(
    'how long',
    'how long|how much time|how many days|how many hours|how many weeks|duration|how fast|how quickly',
  ),
  ...ask('how much', 'how much|how high|how big|how large'),
  ...ask(
    'percentage',
    'percentage of|percentage|what percentage of|what percent of|how many percent of|percent of|proportion of|what proportion of|what share of|which share of|what fraction of|fraction of',
  ),
  ...ask('why', 'why|how come|for what reason'),
  ...ask('compare', 'compare|comparison|versus|vs|difference between|difference|compared to|compared with'),
  ...preposition('in', 'in|inside|within|during'),
  ...preposition('at', 'at|near|around|close to'),
  ...preposition('from', 'from|out of|coming from'),
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
  ...preposition('without', 'without'),
  ...relation(
    'hold',
    'hold|hold on to|holding on to|responsible for|in charge of|look after|looking after|have in stock|have in hand|possess|keep|stock|have got|currently have|in my hands|in stock|on hand|in whose hands|whose hands|in my possession|in its possession|in custody|custody',
  ),
  ...relation('own', 'own|belong|belong to'),
  ...relation(
    'made from',
    'made from|made of|made out of|make from|make of|make out of|consist of|contain|go into it|went into it|come from|came from|roast from|roasted from|blend from|blended from|derive from|built from|build from|used to make|use to make|use for|upstream|produce from|manufacture from|inside it|include',
  ),
  ...relation(
    'made into',
    'made into|use|used|using|make into|turn into|become|go into|went into|end up in|ended up in|use in|used in|downstream|roast into|made with|make with|made from it|made out of it|made of it|roasted from it|blended from it|produced from it|manufactured from it|came out of|come out of|packed into|packed in|end up|ended up|part of|built into|work into|worked into',
  ),
  ...relation(
    'recall',
    'recall|recall of|contaminate|contaminated|contamination|withdraw|withdrawn|pull back|call back|defective|faulty|spoil|spoiled|affect|affected|fault|defect',
  ),
  ...relation(
    'addressed',
    'address to|addressed to|going|headed|destination|destined for|meant for|waiting for|expected by|incoming|addressed',
  ),
  ...relation('join', 'join|register|registered|sign up|enrol|enroll|onboard|new member'),
  ...relation('record', 'record|recorded|write|wrote|written|log|logged|enter|submit|write down|book|note|register'),
  ...relation(
    'happen',
    'happen|occur|take place|go on|going on|went on|been done|been up to|up to|do|did|been doing|doing',
  ),
  ...relation(
    'work with',
    'work with|deal with|trade with|do business with|cooperate with|work most with|works most with',
  ),
  ...relation('manage', 'manage|managed by|on behalf'),
  ...relation('handle', 'handle|touch|process|deal in|involved|involve|take part'),
  ...relation('carry', 'carry|transport|haul|bring|brought|ferry'),
  ...relation('arrive', 'arrive|arrival|get there|reach its destination|reach the destination'),
  ...relation('reach', 'reach|get to|got to|make it to|made it to'),
  ...relation('leave', 'leave|depart|left|departure'),
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
    'last|latest|newest|later|later than|most recent|recent|recently|most recently|lately|tip|head|just now|last time|final',
  ),
  ...order(
    'oldest',
    'first|oldest|earliest|earlier|sooner|earlier than|sooner than|very first|initial|originally|longest ago|first time',
  ),
  ...order(
    'most',
    'most|busiest|most active|most often|highest|largest|biggest|top|most frequent|most common|maximum|max|greatest|most valuable|most expensive|priciest|dearest|most popular|longest|main|mostly|mainly|primary|primarily|most frequently|top selling|warmest|hottest',
  ),
  ...order(
    'least',
    'least|fewest|least active|lowest|smallest|quietest|least often|minimum|rarest|cheapest|least common|least busy|shortest|lest|coldest|coolest',
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
  ...each({ k: 'pronoun', v: 'me' }, 'i|me|my|mine|us|our|ours|myself|i am|im'),
  ...each({ k: 'pronoun', v: 'there' }, 'there'),
  ...each({ k: 'auxiliary' }, 'is|are|r|was|were|be|been|being|am|do|does|did|has|have|had|will|would'),
  ...each(
    { k: 'not' },
    "not|never|no|none|neither|nobody|isn't|aren't|wasn't|weren't|didn't|doesn't|hasn't|haven't|isnt|arent|wasnt|werent|didnt|doesnt|hasnt|havent|don't|dont|won't|wont|cannot|can't|cant|not yet|nothing|nor|no one|other than|except|except for|apart from|excluding|but not|anything but|anyone but",
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
    'thanks|thank you|thanks in advance|thank you in advance|thank you so much|thanks so much|much appreciated|i appreciate it|appreciate it|never mind|nevermind|no worries|thx|cheers|great|perfect|ok|okay|ty|many thanks|thanks a lot|thank you very much|nice|cool|awesome|good job|well done|got it|merci|danke|understood|k|kk|alright|good|excellent|wonderful',
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
    'may|can|could|allowed to|allowed|permitted|permitted to|able to|is it possible|possible|may i|can i|can we|could i|am i allowed to|am i allowed|who may|who can|who is allowed to|permission|permissions|right to|i want to|i would like to|i need to|want to|like to|need to|should|must|have to|do i need to|do i have to|shall|supposed to|meant to|expected to|scheduled to',
  ),
  ...each({ k: 'aggregate', v: 'average' }, 'average|on average|avg|average of|the average'),
  ...each({ k: 'aggregate', v: 'total' }, 'sum|sum of|the sum of|combined|summed up|sum total'),
  ...each(
    { k: 'named' },
    'called|named|with the name|by the name of|with the username|whose name is|with username|name is',
  ),
  ...each(
    { k: 'more', v: 'more' },
    'more|longer|longer than|greater|above|over|more than|at least|higher than|higher|larger|larger than|bigger than|greater than|exceed|exceeding|in excess of|no less than|not less than|above than|upwards of|warmer|hotter',
  ),
  ...each(
    { k: 'more', v: 'less' },
    'fewer|less|below|under|fewer than|less than|lower|lower than|at most|smaller|smaller than|cheaper than|no more than|not more than|colder|cooler',
  ),
  ...each({ k: 'number', v: 1 }, 'once'),
  ...each({ k: 'number', v: 2 }, 'twice'),
  ...each({ k: 'number', v: 3 }, 'thrice'),
  ...numbers,
  ...filler(
    'a|an|the|teh|th|pls|plz|u|present|measure|measured|we|please|current|everything|everything about|kindly|i need|i am looking for|im looking for|i want|i would like|i see|can i see|can i get|may i see|could i see|can i have|i have a question|can i look at|may i know|can i ask|i was wondering|so|then|now|right now|today still|currently|at the moment|at present|presently|just|only|actually|really|exactly|precisely|any|some|all|all the|every single|whole|entire|there is|there are|there was|there were|still|already|yet|ever|as of now|thing|things|stuff|as|such|if|whether|that|let|lets|us|you|your|yours|cairn|on cairn|in cairn|can you|could you|would you|will you|can you tell me|could you tell me|do you know|i wonder|wondering|id like to know|i want to know|i would like to know|i need to know|want to know|would like to know|quickly|quick|question|hey|dear|sir|madam|well|hmm|um|uh|oh|ah|again|here|out|up|down|off|back|over there|same|other|else|both|too|very|much|many|lot of|lots of|somebody|someone|anybody|anyone|everybody|everyone|me please|in the system|on the system|in the ledger|on the ledger|on the chain|in the chain|in the blockchain|on the blockchain|on the platform|in the database|in detail|exact|full|complete|total|overall|together|altogether|different|distinct|various|specific|particular|certain|given|respective|corresponding|following|kind|way|case|fact|one|ones|another|own|but|since it|while|whereas|however|instead|rather|quite|about now|so far|until now|to date|up to now|by now|of all|at all|in all|in the world|in our system|ledger wide|exist|existing|available|known|go|went|come|get|got|gone|look|looking|look like|like|turn|know|say|said|says|according|according to|want|need|see if|check|check if|check whether|verify that|make sure|confirm|sure|wish|be able|possible|people|person|anyone|else',
  ),
];
