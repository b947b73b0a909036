// Screenshots with a palette of 256 colours, about a third of their size. Pages have few colours besides the shades of
// their text's edges.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const COLOURS = 256;
/** Two colours this near, as a squared distance, share a place in the palette. */
const SAME = 24;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Uint8Array;
}

/** Takes the PNGs that browsers write: 8 bits a channel, RGB or RGBA, not interlaced. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, rgb } = readPng(png);
  const { palette, indexOf } = paletteOf(rgb);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3)
      rows[y * (width + 1) + 1 + x] = indexOf(colourAt(rgb, at));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const colourAt = (rgb: Uint8Array, at: number): number =>
  (rgb[at]! << 16) | (rgb[at + 1]! << 8) | rgb[at + 2]!;

/** The most frequent colours. The others become the nearest one of these. */
function paletteOf(rgb: Uint8Array) {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const kept: number[] = [];
  for (const [colour] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (kept.length === COLOURS) break;
    // Shades of one colour would leave no place for the rare ones of icons.
    const near =
      kept.length > 0 && distance(kept[nearest(kept, colour)]!, colour);
    if (near === false || near > SAME) kept.push(colour);
  }
  const found = new Map(kept.map((colour, index) => [colour, index]));
  const indexOf = (colour: number): number => {
    let index = found.get(colour);
    if (index === undefined) found.set(colour, (index = nearest(kept, colour)));
    return index;
  };
  const bytes = kept.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]);
  return { palette: Uint8Array.from(bytes), indexOf };
}

/** Squared. */
function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

function nearest(kept: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (const [index, other] of kept.entries()) {
    const far = distance(other, colour);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

function readPng(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = unfilter(
    inflateSync(Buffer.concat(parts)),
    width * channels,
    channels,
  );
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rows.length; from += channels, to += 3)
    rgb.set(rows.subarray(from, from + 3), to);
  return { width, height, rgb };
}

/** Each row begins with the number of its filter, which says from which neighbours its bytes were subtracted. */
function unfilter(data: Buffer, stride: number, channels: number): Uint8Array {
  const height = data.length / (stride + 1);
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : out[at - channels]!;
      const up = y === 0 ? 0 : out[at - stride]!;
      const corner = y === 0 || x < channels ? 0 : out[at - stride - channels]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      out[at] = data[y * (stride + 1) + 1 + x]! + guess[filter]!;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (a! <= b! && a! <= c!) return left;
  return b! <= c! ? up : corner;
}
