import "server-only";
import { z } from "zod";

const exporter = z.enum(["otlp", "none"]).default("otlp");
const url = z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "must be http:// or https://" })]);

/** OpenTelemetry's own variables, as far as they say something here (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). */
export const telemetryFields = {
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.default(""),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.default(""),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: url.default(""),
  /** `name=value,name=value`, values as in a URL. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().max(8_000).default(""),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().max(8_000).default(""),
  OTEL_EXPORTER_OTLP_LOGS_HEADERS: z.string().max(8_000).default(""),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal("http/protobuf", { error: "only http/protobuf is spoken; collectors take it at port 4318" })
    .default("http/protobuf"),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(100).max(60_000).default(10_000),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_SERVICE_NAME: z.string().trim().max(200).default(""),
  OTEL_RESOURCE_ATTRIBUTES: z.string().max(8_000).default(""),
  /** Whether traces tell what people and models wrote: messages, answers, arguments and results. */
  GREENROOM_TELEMETRY_TEXT: z.enum(["on", "off"]).default("off"),
};

type Fields = z.infer<z.ZodObject<typeof telemetryFields>>;

type Target = { url: string; headers: Record<string, string> };
export type TelemetrySettings = {
  /** Null where this signal is not sent. */
  traces: Target | null;
  logs: Target | null;
  timeoutMs: number;
  serviceName: string;
  resource: Record<string, string>;
  text: boolean;
};

/** Null when nothing is sent: then nothing of OpenTelemetry is loaded. */
export function telemetryOf(fields: Fields): TelemetrySettings | null {
  const traces = fields.OTEL_TRACES_EXPORTER === "none" ? null : targetOf(fields, "TRACES");
  const logs = fields.OTEL_LOGS_EXPORTER === "none" ? null : targetOf(fields, "LOGS");
  if (fields.OTEL_SDK_DISABLED === "true" || (!traces && !logs)) return null;
  const { "service.name": named, ...resource } = pairsOf(fields.OTEL_RESOURCE_ATTRIBUTES);
  return {
    traces,
    logs,
    timeoutMs: fields.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: fields.OTEL_SERVICE_NAME || named || "greenroom",
    resource,
    text: fields.GREENROOM_TELEMETRY_TEXT === "on",
  };
}

/** A signal's own address is taken as it is; the common one gets the signal's path. */
function targetOf(fields: Fields, signal: "TRACES" | "LOGS"): Target | null {
  const own = fields[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  const common = fields.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (own === "" && common === "") return null;
  const headers = {
    ...pairsOf(fields.OTEL_EXPORTER_OTLP_HEADERS),
    ...pairsOf(fields[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`]),
  };
  return { url: own || `${common.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`, headers };
}

function pairsOf(list: string): Record<string, string> {
  const pairs = list.split(",").map((pair) => {
    const [name = "", ...rest] = pair.split("=");
    return [name.trim(), decoded(rest.join("=").trim())] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
