/** A product line with its participants and locations. */
export type ProductLine = {
  readonly prefix: string;
  readonly category: 'Electronics' | 'IoT' | 'Food' | 'Pharma' | 'Luxury';
  readonly names: readonly string[];
  readonly maker: string;
  readonly origin: string;
  readonly shippers: readonly string[];
  readonly hubs: readonly string[];
  readonly retailers: readonly string[];
  readonly destinations: readonly string[];
  readonly count: number;
  /** Additional metadata of a shipment. */
  readonly conditions: (random: () => number) => Record<string, string | number>;
};

const tenths = (value: number) => Math.round(value * 10) / 10;

export const productLines: readonly ProductLine[] = [
  {
    prefix: 'KVC',
    category: 'Food',
    names: ['Washed Arabica, 60 kg', 'Natural Bourbon, 60 kg', 'Peaberry Reserve, 30 kg', 'Honey Process, 60 kg'],
    maker: 'kivu-coffee',
    origin: 'Gisenyi, Rwanda',
    shippers: ['blue-strait', 'demo-shipper'],
    hubs: ['Port of Mombasa', 'Port of Antwerp', 'Port of Hamburg'],
    retailers: ['demo-retailer', 'mercado-sur'],
    destinations: ['Bergen, Norway', 'Valencia, Spain', 'Oslo, Norway'],
    count: 28,
    conditions: (random) => ({
      moisture_percent: tenths(10.5 + random() * 1.5),
      container: `BSTU${String(Math.floor(random() * 9e6) + 1e6)}`,
    }),
  },
  {
    prefix: 'HLX',
    category: 'Pharma',
    names: [
      'Insulin glargine, 100 pens',
      'Influenza vaccine, 200 doses',
      'Monoclonal antibody, 40 vials',
      'Blood factor VIII, 60 vials',
    ],
    maker: 'helix-biologics',
    origin: 'Basel, Switzerland',
    shippers: ['coldchain-one'],
    hubs: ['Frankfurt Airport cold store', 'Copenhagen Airport cold store'],
    retailers: ['apotek-nord'],
    destinations: ['Tromsø, Norway', 'Göteborg, Sweden', 'Aarhus, Denmark'],
    count: 26,
    conditions: (random) => ({
      temperature_celsius: tenths(3 + random() * 4),
      logger: `CL-${Math.floor(random() * 900) + 100}`,
    }),
  },
  {
    prefix: 'NLW',
    category: 'Electronics',
    names: ['Heat pump controller', 'Solar inverter 8 kW', 'Wall charger 22 kW', 'Battery module 5 kWh'],
    maker: 'demo-maker',
    origin: 'Trondheim, Norway',
    shippers: ['demo-shipper', 'alpenrail'],
    hubs: ['Göteborg terminal', 'Kolding depot', 'Duisburg rail hub'],
    retailers: ['demo-retailer', 'mercado-sur'],
    destinations: ['Stavanger, Norway', 'Zaragoza, Spain', 'Lyon, France'],
    count: 30,
    conditions: (random) => ({ shock_g: tenths(random() * 2.4), pallet: `P-${Math.floor(random() * 9000) + 1000}` }),
  },
  {
    prefix: 'PLD',
    category: 'IoT',
    names: ['Soil moisture node', 'Water level gauge', 'Air quality station', 'Door counter, pair'],
    maker: 'polder-sensors',
    origin: 'Delft, Netherlands',
    shippers: ['alpenrail', 'demo-shipper'],
    hubs: ['Utrecht sorting center', 'Köln sorting center'],
    retailers: ['mercado-sur', 'demo-retailer'],
    destinations: ['Sevilla, Spain', 'Kristiansand, Norway'],
    count: 24,
    conditions: (random) => ({
      firmware: `2.${Math.floor(random() * 9)}.${Math.floor(random() * 20)}`,
      parcel: `UT${Math.floor(random() * 9e8) + 1e8}`,
    }),
  },
  {
    prefix: 'LUM',
    category: 'Luxury',
    names: ['Hand-blown pendant lamp', 'Enamel watch, no. 7', 'Silver fountain pen', 'Silk scarf, first edition'],
    maker: 'atelier-lumen',
    origin: 'Murano, Italy',
    shippers: ['alpenrail', 'blue-strait'],
    hubs: ['Milano secure depot', 'Zürich free port'],
    retailers: ['demo-retailer', 'mercado-sur'],
    destinations: ['Paris, France', 'Madrid, Spain', 'Oslo, Norway'],
    count: 22,
    conditions: (random) => ({
      seal: `S${Math.floor(random() * 9e5) + 1e5}`,
      insured_eur: Math.floor(random() * 90 + 10) * 100,
    }),
  },
];
