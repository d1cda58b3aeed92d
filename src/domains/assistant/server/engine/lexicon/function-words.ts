import type { Preposition, Sense } from '../atoms.ts';

/** Gives a sense to each of the phrases between bars. */
export const phrasesWith = (sense: Sense, phrases: string): [string, Sense][] =>
  phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => [phrase, sense]);

const preposition = (v: Preposition, phrases: string) => phrasesWith({ k: 'preposition', v }, phrases);
const filler = (phrases: string) => phrasesWith({ k: 'filler' }, phrases);

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'
  .split(' ')
  .map((word, v): [string, Sense] => [word, { k: 'number', v }]);

/** Words that relate, refer, negate, count or only connect. */
export const functionWords: readonly (readonly [string, Sense])[] = [
  ...phrasesWith(
    { k: 'each' },
    'each|per|every|breakdown|breakdown of|distribution|distribution of|split|grouped by|group by|broken down by|for each|by each',
  ),
  ...phrasesWith(
    { k: 'pronoun', v: 'it' },
    'it|its|this one|that one|the same|the same one|this asset|that asset|this item|that item|the asset|the item|this block|that block|this event|that event|this|that|the shipment|the lot|the crate|the parcel|the product',
  ),
  ...phrasesWith(
    { k: 'pronoun', v: 'them' },
    'they|them|their|these|those|of them|of those|of these|she|he|her|his|him',
  ),
  ...phrasesWith(
    { k: 'pronoun', v: 'me' },
    'i|me|my|mine|in my name|under my name|in our name|under our name|to my name|registered to me|us|our|ours|myself|i am|im',
  ),
  ...phrasesWith({ k: 'pronoun', v: 'there' }, 'there'),
  ...phrasesWith({ k: 'not' }, 'outside|outside of|elsewhere than|anywhere but in'),
  ...preposition('in', 'outside|outside of|elsewhere than|anywhere but in'),
  // They open a yes-or-no question as an auxiliary does.
  ...phrasesWith(
    { k: 'auxiliary' },
    'is it true that|is it true|is it correct that|is it right that|is it the case that|am i right that|am i correct that|is it a fact that',
  ),
  ...phrasesWith(
    { k: 'value', of: '', v: { kind: 'ordinal', value: '2' } },
    'second to last|second last|last but one|next to last|penultimate|second newest|second latest',
  ),
  ...phrasesWith(
    { k: 'value', of: '', v: { kind: 'ordinal', value: '3' } },
    'third to last|third last|last but two|third newest|third latest',
  ),
  ...phrasesWith({ k: 'auxiliary' }, 'is|are|r|was|were|be|been|being|am|do|does|did|has|have|had|will|would'),
  ...phrasesWith(
    { k: 'not' },
    "not|never|no|none|neither|neither of|not any|not a single|not one|without any|aside from|save for|with the exception of|other then|excluded|not counting|leaving out|nobody|isn't|aren't|wasn't|weren't|didn't|doesn't|hasn't|haven't|isnt|arent|wasnt|werent|didnt|doesnt|hasnt|havent|don't|dont|won't|wont|cannot|can't|cant|not yet|yet to|yet to be|still to be|awaiting|awaits|nothing|nor|no one|other than|except|except for|apart from|excluding|but not|anything but|anyone but",
  ),
  ...phrasesWith(
    { k: 'trend' },
    'go up|went up|gone up|going up|go down|went down|gone down|going down|rise|rose|risen|increase|increased|increasing|decrease|decreased|decreasing|grow|grew|grown|drop|dropped|fall|fell|fallen',
  ),
  ...phrasesWith(
    { k: 'because' },
    'because|because of|due to|owing to|on account of|since they|for reason|for the reason',
  ),
  ...phrasesWith({ k: 'and' }, 'and|also|as well as|plus|together with|&'),
  ...phrasesWith({ k: 'or' }, 'or'),
  ...phrasesWith(
    { k: 'talk', v: 'greeting' },
    'hello|hi|hey|well|good day|excuse me|sorry|sorry to bother you|sorry to disturb you|sorry to interrupt|good morning|good afternoon|good evening|greetings|howdy|moin|hallo|hi there|hello there|hey there|how are you|how are you doing|how is it going',
  ),
  ...phrasesWith(
    { k: 'talk', v: 'thanks' },
    'thanks|thank you|thanks in advance|that helped|that helped a lot|that helps|that helps a lot|this helped|very helpful|helpful|that was helpful|thats all|that is all|that was all|thank you in advance|thank you so much|thanks so much|much appreciated|i appreciate it|appreciate it|never mind|nevermind|no worries|thx|cheers|great|perfect|ok|okay|ty|many thanks|thanks a lot|thank you very much|nice|cool|awesome|good job|well done|got it|merci|danke|understood|k|kk|alright|good|excellent|wonderful',
  ),
  ...phrasesWith({ k: 'talk', v: 'bye' }, 'bye|goodbye|see you|good night|see you later|ciao|later'),
  ...phrasesWith({ k: 'talk', v: 'help' }, 'help'),
  ...phrasesWith(
    { k: 'write', v: 'add' },
    'add|record|log|enter|register|submit|create|book|onboard|enrol|enroll|note|capture|write down|sign up|set up|propose',
  ),
  ...phrasesWith(
    { k: 'write', v: 'change' },
    'change|edit|modify|alter|update|rename|correct|fix|amend|rewrite|replace|move|undo|revert|restate|set|mark|overwrite',
  ),
  ...phrasesWith(
    { k: 'write', v: 'delete' },
    'delete|remove|erase|wipe|drop|destroy|take back|get rid of|cancel|purge|retract|withdraw',
  ),
  ...phrasesWith(
    { k: 'how' },
    'how to|how do i|how do we|how can i|how can we|how does one|how do you|how would i|how should i|how is|how are|how does|how do|how can|steps to|steps|step by step|guide|tutorial|instruction|explain|what does|meaning|meaning of|mean|what is meant by|what happens if|what happens when|what if|where do i|where can i|where do we|what do i need to|what must i do to|i forgot|forgot|way to|whats the way to|help me to|definition of|define|what does it mean',
  ),
  ...phrasesWith(
    { k: 'may' },
    'may|can|could|allowed to|entitled to|authorized to|authorised to|free to|is there a way to|is there any way to|allowed|permitted|permitted to|able to|is it possible|possible|may i|can i|can we|could i|am i allowed to|am i allowed|who may|who can|who is allowed to|permission|permissions|right to|i want to|i would like to|i need to|want to|like to|need to|should|must|have to|do i need to|do i have to|shall|supposed to|meant to|expected to|scheduled to',
  ),
  ...phrasesWith(
    { k: 'aggregate', v: 'average' },
    'average|on average|avg|mean value of|mean value|typical|average value|average value of|the mean|average of|the average',
  ),
  ...phrasesWith(
    { k: 'aggregate', v: 'total' },
    'add up to|adds up to|amount to|amounts to|sum up to|sum|sum of|the sum of|combined|summed up|sum total',
  ),
  ...phrasesWith(
    { k: 'named' },
    'called|named|with the name|by the name of|with the username|whose name is|with username|name is',
  ),
  ...phrasesWith(
    { k: 'more', v: 'more' },
    'outnumber|outnumbers|rise above|rose above|go above|went above|climb above|climbed above|get above|got above|go over|went over|more|longer|longer than|beyond|over and above|surpass|surpassing|warmer than|hotter than|wetter than|heavier than|heavier|greater|above|over|more than|at least|higher than|higher|larger|larger than|bigger than|greater than|exceed|exceeding|in excess of|no less than|not less than|above than|upwards of|warmer|hotter',
  ),
  ...phrasesWith(
    { k: 'more', v: 'less' },
    'fewer|less|below|under|beneath|fall under|fell under|drop below|dropped below|drop under|dropped under|sink below|sank below|go below|went below|go under|went under|get below|got below|colder than|cooler than|lighter than|lighter|stay under|stayed under|stay below|stayed below|fall below|fell below|fewer than|less than|lower|lower than|at most|smaller|smaller than|cheaper than|no more than|not more than|colder|cooler',
  ),
  ...phrasesWith({ k: 'number', v: 1 }, 'once'),
  ...phrasesWith({ k: 'number', v: 2 }, 'twice'),
  ...phrasesWith({ k: 'number', v: 3 }, 'thrice'),
  ...numbers,
  ...filler(
    'a|an|the|teh|th|pls|plz|u|present|measure|measured|we|please|current|everything|everything about|kindly|i need|i am looking for|im looking for|i want|i would like|i see|can i see|can i get|may i see|could i see|can i have|i have a question|can i look at|may i know|can i ask|i was wondering|so|then|now|right now|today still|currently|at the moment|at present|presently|just|only|actually|really|exactly|precisely|any|some|all|all the|every single|in the moment|these days|nowadays|for the moment|for now|as we speak|momentarily|at this moment|at this time|as of today|i think that|correct me if i am wrong|i was told that|i believe that|can you confirm that|can you confirm|please confirm that|would you know|do you happen to know|any idea|have you any idea|id be interested to know|i would be interested in knowing|could you find out|can you find out|can you look up|let me know|would love to know|im curious|just curious|out of curiosity|for my records|for the records|if you can|if possible|if you please|asap|urgently|anywhere|on this ledger|in this ledger|of this ledger|on this chain|in this system|of the two|of these two|of the both|performed|perform|performs|conducted|conduct|carried out|carry out|carries out|hides behind|hiding behind|stands behind|flagged with|flagged|scanned as|marked as|recorded as|logged as|booked as|registered as|listed as|flagged as|to be precise|in particular|generally speaking|basically|simply|literally|obviously|apparently|probably|whole|entire|there is|there are|there was|there were|still|already|yet|ever|as of now|thing|things|stuff|as|such|if|whether|that|let|lets|us|you|your|yours|cairn|on cairn|in cairn|can you|could you|would you|will you|can you tell me|could you tell me|do you know|i wonder|wondering|id like to know|i want to know|i would like to know|i need to know|want to know|would like to know|quickly|quick|question|hey|dear|sir|madam|hmm|um|uh|oh|ah|again|here|out|up|down|off|back|over there|same|other|else|both|too|very|much|many|lot of|lots of|somebody|someone|anybody|anyone|everybody|everyone|me please|in the system|on the system|in the ledger|on the ledger|on the chain|in the chain|in the blockchain|on the blockchain|on the platform|in the database|in detail|exact|full|complete|total|overall|together|altogether|different|distinct|various|specific|particular|certain|given|respective|corresponding|following|kind|way|case|fact|one|ones|another|own|but|since it|while|whereas|however|instead|rather|quite|about now|so far|until now|to date|up to now|by now|of all|at all|in all|in the world|numerous|on this platform|in this network|on this network|in the network|you sell|you offer|at the latest|at the earliest|in our system|ledger wide|exist|existing|available|known|go|went|come|get|got|gone|look|looking|look like|like|turn|know|say|said|says|according|according to|want|need|see if|check|check if|check whether|verify that|make sure|confirm|sure|wish|be able|possible|people|person|anyone|else',
  ),
];
