/** A step of a settlement, in the form of `ShareMarket`. Times are in seconds. */
export type Step =
  | { readonly name: 'deposit'; readonly args: readonly [id: `0x${string}`, cents: number] }
  | {
      readonly name: 'place';
      readonly args: readonly [
        orderId: number,
        account: `0x${string}`,
        tokenId: number,
        isSale: boolean,
        shares: number,
        price: number,
        expiresAt: number,
      ];
    }
  | { readonly name: 'fill'; readonly args: readonly [makerId: number, takerId: number, shares: number] }
  | { readonly name: 'close'; readonly args: readonly [orderId: number] }
  | { readonly name: 'withdraw'; readonly args: readonly [account: `0x${string}`, cents: number] }
  | {
      readonly name: 'withdrawTo';
      readonly args: readonly [account: `0x${string}`, tokenId: number, shares: number, wallet: `0x${string}`];
    };
