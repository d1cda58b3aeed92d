import type { DemoEvent } from './journeys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The recipes of products: each product takes the ingredients with its own number. */
type Recipe = {
  readonly category: 'Food' | 'Electronics';
  readonly maker: string;
  readonly place: string;
  readonly ingredients: readonly { prefix: string; name: string; maker: string; place: string }[];
  readonly middle: { prefix: string; name: string };
  readonly products: { prefix: string; name: string; count: number };
  readonly retailers: readonly { user: string; place: string }[];
  readonly runs: number;
};

const recipes: readonly Recipe[] = [
  {
    category: 'Food',
    maker: 'kivu-coffee',
    place: 'Kigali roastery, Rwanda',
    ingredients: [
      { prefix: 'KVG-N', name: 'Green lot, Nyamasheke hills', maker: 'kivu-coffee', place: 'Nyamasheke, Rwanda' },
      { prefix: 'KVG-R', name: 'Green lot, Rutsiro slopes', maker: 'kivu-coffee', place: 'Rutsiro, Rwanda' },
      { prefix: 'KVG-K', name: 'Green lot, Karongi lakeside', maker: 'kivu-coffee', place: 'Karongi, Rwanda' },
    ],
    middle: { prefix: 'KVB', name: 'Lake Kivu blend, green' },
    products: { prefix: 'KVR', name: 'Lake Kivu blend, roasted, 400 bags', count: 3 },
    retailers: [
      { user: 'demo-retailer', place: 'Bergen, Norway' },
      { user: 'mercado-sur', place: 'Valencia, Spain' },
    ],
    runs: 3,
  },
  {
    category: 'Electronics',
    maker: 'demo-maker',
    place: 'Trondheim, Norway',
    ingredients: [
      { prefix: 'NLP', name: 'Power board, 40 pieces', maker: 'demo-maker', place: 'Trondheim, Norway' },
      { prefix: 'PLT', name: 'Temperature probe, 80 pieces', maker: 'polder-sensors', place: 'Delft, Netherlands' },
    ],
    middle: { prefix: 'NLK', name: 'Controller core, tested' },
    products: { prefix: 'NLH', name: 'Heat pump controller, 10 units', count: 2 },
    retailers: [
      { user: 'demo-retailer', place: 'Stavanger, Norway' },
      { user: 'mercado-sur', place: 'Lyon, France' },
    ],
    runs: 3,
  },
];

/** Returns the events of assets made from other assets, over the weeks before `now`. Deterministic for a given `now`. */
export function planRecipes(now: number): DemoEvent[] {
  return recipes.flatMap((recipe) => Array.from({ length: recipe.runs }, (_, run) => planRun(recipe, run, now)).flat());
}

function planRun(recipe: Recipe, run: number, now: number): DemoEvent[] {
  const { category, maker, place, middle, products, retailers } = recipe;
  const events: DemoEvent[] = [];
  const begin = now - (40 - run * 11) * DAY;
  const year = new Date(now).getUTCFullYear();
  const idOf = (prefix: string, n = run + 1) => `${prefix}-${year}-${String(n).padStart(2, '0')}`;
  const add = (user: string, action: string, assetId: string, hours: number, meta: DemoEvent['meta']) => {
    const happenedAt = begin + hours * HOUR;
    const nth = events.filter((event) => event.assetId === assetId).length;
    if (happenedAt < now - HOUR) events.push({ nth, user, action, assetId, happenedAt, meta });
  };

  const batch = `${middle.prefix}-B${String(run + 1).padStart(2, '0')}`;
  const inputs = recipe.ingredients.map((one, n) => {
    const id = idOf(one.prefix);
    add(one.maker, 'manufactured', id, n * 5, { name: one.name, category, location: one.place });
    if (one.place !== place) {
      add(one.maker, 'shipped', id, 20 + n * 3, { location: one.place, to: maker });
      add(maker, 'received', id, 60 + n * 3, { location: place });
    }
    return id;
  });
  const core = idOf(middle.prefix);
  add(maker, 'manufactured', core, 80, { name: middle.name, category, batch, location: place, inputs });
  add(maker, 'quality_check', core, 90, { location: place, result: 'passed' });
  for (let n = 0; n < products.count; n++) {
    const id = idOf(products.prefix, run * products.count + n + 1);
    const retailer = retailers[n % retailers.length];
    if (retailer === undefined) continue;
    add(maker, 'manufactured', id, 110 + n * 4, {
      name: products.name,
      category,
      batch,
      location: place,
      inputs: [core],
    });
    add(maker, 'shipped', id, 150 + n * 6, { location: place, to: retailer.user });
    add(retailer.user, 'received', id, 290 + n * 20, { location: retailer.place, condition: 'intact' });
  }
  return events;
}
