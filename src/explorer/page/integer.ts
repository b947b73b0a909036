/** An integer of an answer: a bigint if it has 16 digits or more, so that no digit is lost. */
export type Integer = number | bigint;
