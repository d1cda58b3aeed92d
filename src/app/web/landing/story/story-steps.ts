import { Factory, type LucideIcon, ShieldCheck, Truck } from 'lucide-react';

/** One of the three steps of a journey, with the events that belong to it. */
export type Chapter = {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly events: readonly StoryEvent[];
};

/** An event of the crate. `action` is that of its block; `stop` is its place on the map. */
export type StoryEvent = {
  readonly action: string;
  readonly stop: number;
  readonly title: string;
  readonly text: string;
};

export const chapters: readonly Chapter[] = [
  {
    title: 'Manufacture',
    icon: Factory,
    text: 'The manufacturer records each product as it is made. Its first block states what it is, who made it, and where.',
    events: [
      {
        action: 'manufactured',
        stop: 0,
        title: 'Packed in Gisenyi, on Lake Kivu',
        text: 'A cooperative washes and dries the coffee, packs 60 kg, and records the crate.',
      },
    ],
  },
  {
    title: 'Transport',
    icon: Truck,
    text: 'Everyone who handles it adds a block: shipped, received, checked, delivered. Nobody can insert one later.',
    events: [
      {
        action: 'shipped',
        stop: 1,
        title: 'Handed over in Kigali',
        text: 'The crate leaves by truck. The block names the shipper it is meant for.',
      },
      {
        action: 'received',
        stop: 2,
        title: 'Received at the port of Mombasa',
        text: 'The shipper confirms the crate, measures its moisture again, and adds the number of the container.',
      },
      {
        action: 'shipped',
        stop: 3,
        title: 'Shipped on from Antwerp',
        text: 'After 25 days at sea, by way of Suez and Gibraltar, it changes ships for the last leg.',
      },
      {
        action: 'delivered',
        stop: 4,
        title: 'Delivered in Bergen',
        text: 'The carrier records the dock, and the goods are the retailer’s to check.',
      },
      {
        action: 'received',
        stop: 4,
        title: 'Accepted by the retailer',
        text: 'The retailer confirms that the crate is intact. Had the seal been broken, the block would say so.',
      },
    ],
  },
  {
    title: 'Verify',
    icon: ShieldCheck,
    text: 'Anyone can verify the entire journey in a browser, block by block, without an account and without trusting the server.',
    events: [],
  },
];

/** The events of all chapters, in order: one stone each. */
export const storyEvents: readonly StoryEvent[] = chapters.flatMap(({ events }) => events);
