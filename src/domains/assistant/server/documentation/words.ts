import { fold } from '../engine/normalise.ts';

/** Words without a meaning of their own in a question. */
const smallWords = new Set(
  'exactly think believe guess feel seem seems people person somebody else a an the is are was were be been being am do does did has have had having will would could can should shall may might must i me my we us our you your of in at on to for from with by as and or but if then than so not no yes please kindly let know want need like now here there some more most other also just only very really quickly ever still yet already get gets got go goes make made take see look it its this that these those they them their he she his her one ones whether because while whom whose im ive id whats lets hi hello hey thanks thank okay ok up down back off all any each both few many much long often soon such own same too per via about into out over under cairn product system app website site page something someone anything anyone thing things stuff myself yourself itself able use using help allowed'.split(
    ' ',
  ),
);

const asking = new Set(
  'between work works how what when where who which why explain tell show mean means meaning define definition step steps guide instruction instructions difference possible way ways whats happens happen'.split(
    ' ',
  ),
);

/** The words of a text. "Don't" is two. */
export const spelledOut = (text: string): string[] =>
  fold(text)
    .replaceAll("can't", 'cannot')
    .replaceAll("n't", ' not')
    .match(/[a-z0-9]+/g) ?? [];

/** The words of a question that carry its meaning, at most 40. */
export function contentWords(question: string): string[] {
  const words = spelledOut(question).filter((word) => word.length > 1);
  return [...new Set(words.filter((word) => !smallWords.has(word) && !asking.has(word)))].slice(0, 40);
}

/** Words of one line mean the same to a reader of the guide. */
const sameMeaning = `
house home building flat apartment dwelling property
goods product item article cargo merchandise ware asset
firm company business organization organisation enterprise
colleague coworker teammate employee staff
buyer customer client consignee recipient addressee
object contest dispute challenge protest appeal
phone mobile smartphone cellphone
cost price fee charge
erase remove delete
alter modify edit change
photo picture image
mail email
spreadsheet excel csv
money cash
alarm alert notification
error failure
place location site
value worth
guide manual documentation
receipt confirmation
invite invitation
rent income dividend
begin start commence launch
lost gone missing stolen misplaced
settle pay
enter input record add
sell sold sale
buy bought purchase
chat assistant bot
script program client
bigger larger upgrade
smaller downgrade
colleague team
crypto usdc eth cryptocurrency coin
wire transfer
login account
typo mistake slip
wrongly incorrectly wrong
secretly hidden
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const synonyms = new Map<string, string[]>();
for (const line of sameMeaning)
  for (const key of new Set(line.map(stem)))
    synonyms.set(key, [...(synonyms.get(key) ?? []), ...line.filter((one) => stem(one) !== key)]);

/** Returns the other words that mean the same. */
export const synonymsOf = (word: string): readonly string[] => synonyms.get(stem(word)) ?? [];

/** Strips the endings that make two forms of one word differ. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.length === 4) return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return word
    .replace(/ies$|ied$/, 'y')
    .replace(/(?:ing|ed|ments?|es|s|ations?|ation)$/, '')
    .replace(/([b-df-hj-km-np-rt-vwxz])\1$/, '$1')
    .replace(/e$/, '');
}
