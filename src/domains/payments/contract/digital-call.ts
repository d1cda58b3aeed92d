import { z } from 'zod';
import { Instant } from '#platform/contract/scalars.ts';
import { verificationCodes } from './digital-codes.ts';

const codes = Object.keys(verificationCodes) as [keyof typeof verificationCodes, ...(keyof typeof verificationCodes)[]];
export const Code = z.enum(codes).meta({ id: 'VerificationCode' });

/** An address on an Ethereum chain, in lower case where the server writes it. */
export const Address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'An address is 0x and 40 hex digits')
  .meta({ id: 'EthereumAddress', example: `0x${'1f'.repeat(20)}` });

/** 32 bytes on an Ethereum chain, in lower case where the server writes them. */
export const Bytes32 = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'A transaction hash is 0x and 64 hex digits')
  .meta({ id: 'Bytes32', example: `0x${'4f'.repeat(32)}` });

const Data = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/)
  .meta({ example: `0x7c02cc85${'4f'.repeat(32)}` });
const Units = z.string().regex(/^\d+$/).meta({ example: '123450000' });

/** The call of the tax router that pays. */
export const CallStep = z.object({
  kind: z.literal('call'),
  network: z.string().describe('The name of the network, to be shown next to every hash.'),
  chainId: z.int(),
  isLocal: z.boolean().describe('Whether the network is the local chain of this server, where nothing has value.'),
  to: Address.describe('The tax router.'),
  data: Data,
  value: Units.describe('In wei.'),
  token: Address.nullable().describe('The USDC contract; null for ETH.'),
  units: Units.describe('The amount in the smallest unit: millionths of a USDC, or wei.'),
  amount: z.string().meta({ example: '123.45 USDC' }),
  approve: z
    .object({ to: Address, data: Data })
    .nullable()
    .describe('For USDC, the call to make first: it lets the router take the amount, and nothing more.'),
  code: Code.nullable().describe('The result of the newest verification of a transaction for it.'),
  reference: Bytes32.describe('Random. The router writes it on the chain, and it names the payment to this API.'),
  treasury: Address.describe('Receives the money. For a transfer without the router.'),
  eip681: z.string().describe('The call as a link that wallets open (EIP-681).'),
  quote: z
    .object({
      centsPerEth: z.int(),
      rate: z.string().meta({ example: '$2,500.00 per ETH' }),
      isSample: z.boolean().describe('Whether the rate is the sample rate of the demo.'),
      until: Instant.describe('ETH in a block after this time is credited at the price of its own time.'),
    })
    .nullable(),
});
export type CallStep = z.infer<typeof CallStep>;
