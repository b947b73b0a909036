export interface Page<Item> {
  /** The indexed slot that the page reflects. */
  readonly slot: number;
  readonly items: readonly Item[];
  /** Null at the end of the list. */
  readonly cursor: string | null;
}

/** A list that is fetched page by page during iteration: `for await (const item of list)`. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | null) => Promise<Page<Item>>;
  readonly #start: string | null;

  constructor(
    fetchPage: (cursor: string | null) => Promise<Page<Item>>,
    start: string | null,
  ) {
    this.#fetchPage = fetchPage;
    this.#start = start;
  }

  /** The first page only. */
  first(): Promise<Page<Item>> {
    return this.#fetchPage(this.#start);
  }

  /** All pages in order. A page may be empty without being the last. */
  async *pages(): AsyncGenerator<Page<Item>> {
    let cursor = this.#start;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      cursor = page.cursor;
    } while (cursor !== null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { items } of this.pages()) yield* items;
  }
}
