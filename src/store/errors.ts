/** A store that cannot be used as it is: the message is one line an operator can act on. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** A block that does not continue the stored chain. */
export class NotTheNextBlock extends Error {
  override name = "NotTheNextBlock";
}

/** No server of the store answers at the moment; asking again later may help. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}
