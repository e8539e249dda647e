import { z } from "zod";
import { parseJson } from "./json-values";

/** What a host says of itself: a skill was activated, or its activation failed. */
export type ToldSkill = {
  /** The host's own id of its conversation. */
  session: string;
  /** Unlike any other of its session; null where the host does not count. */
  sequence: number | null;
  /** Milliseconds since 1970; null where it does not say. */
  atMs: number | null;
  /** Without the name of its plugin. */
  skill: string;
  outcome: "activated" | "failed";
  askedBy: "model" | "person";
  /** As its neighbours in the same session say. */
  model: string | null;
};

export type HostLogs = {
  told: ToldSkill[];
  /** Activations whose skill the host keeps to itself. */
  unnamed: number;
};

/** Of one request: more than this is not looked at. A host sends what a few seconds brought. */
export const mostRecords = 5_000;
const mostName = 200;

const anyValue = z.looseObject({
  stringValue: z.string().optional().catch(undefined),
  intValue: z.union([z.string(), z.number()]).optional().catch(undefined),
  doubleValue: z.number().optional().catch(undefined),
  boolValue: z.boolean().optional().catch(undefined),
});
const recordSchema = z.looseObject({
  timeUnixNano: z.union([z.string(), z.number()]).optional().catch(undefined),
  eventName: z.string().optional().catch(undefined),
  body: anyValue.optional().catch(undefined),
  attributes: z.array(z.looseObject({ key: z.string(), value: anyValue }).nullable().catch(null)).catch([]),
});
/** ExportLogsServiceRequest in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding); unknown fields are passed over. */
const requestSchema = z.looseObject({
  resourceLogs: z.array(
    z.looseObject({
      scopeLogs: z.array(z.looseObject({ logRecords: z.array(z.unknown()).default([]) })).default([]),
    }),
  ),
});

type Attributes = ReadonlyMap<string, string>;
type Record = { name: string; atMs: number | null; attributes: Attributes };

/**
 * What a host's log events say of skills; null for what is no request of OTLP. Claude Code's are known
 * (https://code.claude.com/docs/en/monitoring-usage); whatever else there is is passed over.
 */
export function readHostLogs(body: unknown): HostLogs | null {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return null;
  const records = parsed.data.resourceLogs
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    .slice(0, mostRecords)
    .flatMap((record) => toRecord(record) ?? []);
  const models = new Map<string, string>();
  for (const { attributes } of records) {
    const [session, model] = [attributes.get("session.id"), attributes.get("model")];
    if (session && model) models.set(session, model);
  }
  const told = records.flatMap((record) => toTold(record, models) ?? []);
  return { told, unnamed: records.filter(isUnnamed).length };
}

function toRecord(record: unknown): Record | null {
  const parsed = recordSchema.safeParse(record);
  if (!parsed.success) return null;
  const { timeUnixNano, eventName, body, attributes } = parsed.data;
  const values = new Map(
    attributes.flatMap((pair) => {
      const value = pair && textOf(pair.value);
      return pair && value !== null && value.length <= 5_000 ? [[pair.key, value] as const] : [];
    }),
  );
  const name = values.get("event.name") ?? eventName ?? body?.stringValue ?? "";
  const atMs = Number(timeUnixNano) / 1e6;
  return { name: name.replace(/^claude_code\./, ""), atMs: atMs > 0 ? atMs : null, attributes: values };
}

function textOf({ stringValue, intValue, doubleValue, boolValue }: z.infer<typeof anyValue>): string | null {
  const value = stringValue ?? intValue ?? doubleValue ?? boolValue;
  return value === undefined ? null : String(value);
}

/** What stands in the place of a name that the host does not tell without `OTEL_LOG_TOOL_DETAILS=1`. */
const placeholder = "custom_skill";
const isUnnamed = ({ name, attributes }: Record): boolean =>
  name === "skill_activated" && attributes.get("skill.name") === placeholder;

function toTold({ name, atMs, attributes }: Record, models: ReadonlyMap<string, string>): ToldSkill | null {
  const session = attributes.get("session.id") ?? "";
  const named = nameIn(name, attributes);
  if (named === null || named === placeholder || session === "") return null;
  const skill = named.slice(named.lastIndexOf(":") + 1);
  if (skill === "" || skill.length > mostName || session.length > mostName) return null;
  const sequence = Number(attributes.get("event.sequence"));
  const model = models.get(session) ?? null;
  return {
    session,
    sequence: Number.isSafeInteger(sequence) ? sequence : null,
    atMs: timeOf(attributes.get("event.timestamp")) ?? atMs,
    skill,
    outcome: name === "skill_activated" ? "activated" : "failed",
    askedBy: attributes.get("invocation_trigger") === "user-slash" ? "person" : "model",
    model: model !== null && model.length <= mostName ? model : null,
  };
}

/** Null for events that are none of a skill's. */
function nameIn(name: string, attributes: Attributes): string | null {
  if (name === "skill_activated") return attributes.get("skill.name") ?? null;
  const isFailed = attributes.get("tool_name") === "Skill" && attributes.get("success") === "false";
  if (name !== "tool_result" || !isFailed) return null;
  return skillIn(attributes.get("tool_parameters") ?? "");
}

const parametersSchema = z.looseObject({ skill_name: z.string() });
const skillIn = (json: string): string | null =>
  parametersSchema.safeParse(parseJson(json)).data?.skill_name ?? null;

function timeOf(written: string | undefined): number | null {
  const at = Date.parse(written ?? "");
  return Number.isNaN(at) ? null : at;
}
