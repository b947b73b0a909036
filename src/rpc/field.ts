import { Type, type TSchema } from "typebox";
import { quote, RpcError } from "./errors.ts";

/**
 * A parameter: its form on the wire, and its conversion to a domain value. One constructor makes both, so the
 * documentation always matches the parser.
 */
export interface Field<T> {
  readonly schema: TSchema;
  /** `path` names the field in the error, as in `filters[0].memcmp.offset`. */
  readonly parse: (value: unknown, path: string) => T;
  /** The value to use for an absent or null field. A field without it is required. */
  readonly absent?: { readonly value: T };
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Parsed<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

export function mustBe(path: string, what: string): RpcError {
  return new RpcError("invalidParams", `${path}: must be ${what}`);
}

/** A field with a single value; `read` returns null for an invalid one. */
export function scalar<T>(
  schema: TSchema,
  what: string,
  read: (value: unknown) => T | null,
): Field<T> {
  return {
    schema: { ...schema, description: what },
    parse(value, path) {
      const parsed = read(value);
      if (parsed === null) throw mustBe(path, what);
      return parsed;
    },
  };
}

export function integer(minimum: number, maximum: number): Field<number> {
  return scalar(
    Type.Integer({ minimum, maximum }),
    `an integer from ${minimum} to ${maximum}`,
    (value) =>
      Number.isInteger(value) &&
      (value as number) >= minimum &&
      (value as number) <= maximum
        ? (value as number)
        : null,
  );
}

export const boolean: Field<boolean> = scalar(
  Type.Boolean(),
  "true or false",
  (value) => (typeof value === "boolean" ? value : null),
);

/** The same field with a description of what it means to the method. */
export function about<T>(field: Field<T>, meaning: string): Field<T> {
  const { description } = field.schema as { description?: string };
  const text = description ? `${meaning}; ${description}` : meaning;
  return { ...field, schema: { ...field.schema, description: text } };
}

export function optional<T>(field: Field<T>): Field<T | null>;
export function optional<T>(field: Field<T>, absent: T): Field<T>;
export function optional<T>(
  { schema, parse }: Field<T>,
  absent: T | null = null,
): Field<T | null> {
  const { description } = schema as { description?: string };
  const orNull = Type.Union([schema, Type.Null()], {
    ...(absent !== null && { default: absent }),
    ...(description && { description }),
  });
  return { schema: Type.Optional(orNull), parse, absent: { value: absent } };
}

export function list<T>(item: Field<T>, maxItems: number): Field<T[]> {
  const what = `an array of at most ${maxItems}`;
  return {
    schema: Type.Array(item.schema, { maxItems }),
    parse(value, path) {
      if (!Array.isArray(value) || value.length > maxItems)
        throw mustBe(path, what);
      return value.map((entry, i) => item.parse(entry, `${path}[${i}]`));
    },
  };
}

export function object<F extends Fields>(fields: F): Field<Parsed<F>> {
  const names = Object.keys(fields);
  const members = Object.entries(fields);
  return {
    schema: Type.Object(
      Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      { additionalProperties: false },
    ),
    parse(value, path) {
      if (!isObject(value))
        throw mustBe(path, `an object of ${names.join(", ")}`);
      assertKnown(value, fields, path);
      const parsed: Record<string, unknown> = {};
      for (let i = 0; i < members.length; i++) {
        const [name, field] = members[i]!;
        const given = value[name] ?? null;
        parsed[name] =
          given === null && field.absent
            ? field.absent.value
            : field.parse(given, join(path, name));
      }
      return parsed as Parsed<F>;
    },
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function assertKnown(value: object, fields: Fields, path: string): void {
  for (const name in value) {
    if (Object.hasOwn(fields, name)) continue;
    const known = Object.keys(fields).join(", ") || "none";
    throw new RpcError(
      "invalidParams",
      `unknown field ${quote(join(path, name))}; known: ${known}`,
    );
  }
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
