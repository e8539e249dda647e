const anyValue = (value: unknown) =>
  typeof value === "number"
    ? Number.isInteger(value)
      ? { intValue: String(value) }
      : { doubleValue: value }
    : { stringValue: String(value) };

/** A log event as Claude Code sends it (https://code.claude.com/docs/en/monitoring-usage), in the JSON of OTLP. */
export const aHostLog = (name: string, attributes: Record<string, unknown>) => ({
  body: { stringValue: `claude_code.${name}` },
  attributes: Object.entries({
    "event.name": name,
    "session.id": "session-1",
    "user.id": "somebody",
    ...attributes,
  }).map(([key, value]) => ({ key, value: anyValue(value) })),
});

/** The request that brings these records. */
export const hostLogs = (...logRecords: unknown[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "claude-code" } }] },
      scopeLogs: [{ scope: { name: "com.anthropic.claude_code.events" }, logRecords }],
    },
  ],
});
