import {
  findQueueElements,
  type QueueElements,
} from "../../store/trees/queues/findQueueElements.ts";
import { integer, object } from "../field.ts";
import { defineMethod, textAtSlot } from "../method.ts";
import { about, address, MAX_ANSWER, optional, params } from "../params.ts";
import { queueElements } from "../proofs/queueItems.ts";
import {
  renderAddressQueue,
  renderStateQueue,
  wholeBatches,
} from "../proofs/renderQueues.ts";
import { assertUsable, refuse } from "../proofs/refusals.ts";
import { between, commaJoined, type Text } from "../../render/text.ts";
import { TreeType } from "../../domain/tree.ts";

const MAX_ELEMENTS = 30_000;
/** Each element includes the path of another leaf. */
const MAX_ADDRESSES = 500;
/** The programs' batch size, used when the caller gives none. */
const BATCH = 500;
const ADDRESS_BATCH = 250;
/** Each entry comes with its path; spent accounts and addresses are hashed, too. */
const OUTPUTS_PER_UNIT = 10;
const HASHED_PER_UNIT = 5;

const queue = (most: number) =>
  object({
    limit: about(integer(0, most), "the largest number of entries to show"),
    startIndex: optional(
      about(
        integer(0, Number.MAX_SAFE_INTEGER),
        "the first queue index to show; by default the first that waits",
      ),
    ),
    zkpBatchSize: optional(
      about(
        integer(0, 65_535),
        "entries in a batch; by default the programs' batch size",
      ),
    ),
  });

export const getQueueElements = defineMethod({
  summary:
    "The entries in the queues of a V2 tree, with the tree nodes that a forester needs to empty them.",
  params: params({
    tree: about(address, "a V2 tree"),
    outputQueue: optional(about(queue(MAX_ELEMENTS), "show new accounts")),
    inputQueue: optional(about(queue(MAX_ELEMENTS), "show spent accounts")),
    addressQueue: optional(about(queue(MAX_ADDRESSES), "show new addresses")),
  }),
  cost: {
    units: (queues) =>
      1 +
      (queues.outputQueue?.limit ?? 0) / OUTPUTS_PER_UNIT +
      (queues.inputQueue?.limit ?? 0) / HASHED_PER_UNIT +
      (queues.addressQueue?.limit ?? 0) / HASHED_PER_UNIT,
    description: `1 unit, plus 1 for every ${OUTPUTS_PER_UNIT} entries of outputQueue.limit and for every ${HASHED_PER_UNIT} of the other limits`,
  },
  bound: { items: MAX_ELEMENTS, bytes: 2 * MAX_ANSWER },
  result: textAtSlot(queueElements),
  run: async (read, { tree, ...queues }) => {
    const { outputQueue, inputQueue, addressQueue } = queues;
    if (!outputQueue && !inputQueue && !addressQueue)
      throw refuse(
        "outputQueue, inputQueue, addressQueue",
        "at least one is required",
      );
    const found = await findQueueElements(read, tree, {
      outputQueue: withStart(outputQueue),
      inputQueue: withStart(inputQueue),
      addressQueue: withStart(addressQueue),
    });
    if (!found.tree)
      throw refuse(
        "tree",
        "the tree is unknown; give the tree's own key, not its queue's",
      );
    const text = await renderQueues(found, queues);
    return { slot: found.slot, text };
  },
});

interface Asked {
  readonly limit: number;
  readonly startIndex: number | null;
  readonly zkpBatchSize: number | null;
}

interface AskedQueues {
  readonly outputQueue: Asked | null;
  readonly inputQueue: Asked | null;
  readonly addressQueue: Asked | null;
}

async function renderQueues(
  found: QueueElements,
  { outputQueue, inputQueue, addressQueue }: AskedQueues,
): Promise<Text> {
  const { tree, slot } = found;
  assertNotPast("outputQueue", outputQueue, found.firstOutput);
  assertNotPast("inputQueue", inputQueue, found.firstInput);
  const outputs = wholeBatches(found.outputs, outputQueue, BATCH);
  const inputs = wholeBatches(found.inputs, inputQueue, BATCH);
  const hasBatches = outputs.count + inputs.count > 0;
  if (hasBatches || addressQueue) assertUsable(tree);
  const parts: Text[] = [`"context":{"slot":${slot}}`];
  if (tree.type === TreeType.StateV2 && hasBatches) {
    const shown = [outputQueue && outputs, inputQueue && inputs] as const;
    const queue = await renderStateQueue(tree, ...shown);
    parts.push(between('"stateQueue":', queue, ""));
  }
  if (addressQueue) {
    const size = addressQueue.zkpBatchSize ?? ADDRESS_BATCH;
    const queue = await renderAddressQueue(found, size);
    parts.push(between('"addressQueue":', queue, ""));
  }
  return between("{", commaJoined(parts), "}");
}

function withStart(asked: Asked | null) {
  if (!asked) return undefined;
  return { limit: asked.limit, startIndex: asked.startIndex ?? undefined };
}

/** Elements that have left the queue cannot be shown. */
function assertNotPast(name: string, asked: Asked | null, first: number): void {
  const start = asked?.startIndex ?? null;
  if (start !== null && start < first)
    throw refuse(
      `${name}.startIndex`,
      `${start} is no longer in the queue, which begins with ${first}`,
    );
}
