import { describe, expect, it } from "vitest";
import { readEnv } from "./env";

const enough = { DATABASE_URL: "postgresql://x@127.0.0.1/x", GREENROOM_SECRET: "s".repeat(32) };
const read = (more: Record<string, string>) => readEnv({ ...enough, ...more }).telemetry;

describe("the settings of telemetry", () => {
  it("are none until a collector is named, or when all of it is switched off", () => {
    expect(read({})).toBeNull();
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318";
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBeNull();
    const none = { OTEL_TRACES_EXPORTER: "none", OTEL_LOGS_EXPORTER: "none" };
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...none })).toBeNull();
  });

  it("put a signal's path behind the common address, and take its own as it is", () => {
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT: "https://langfuse.example/api/public/otel/",
        OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20abc, x-a = 1 ,,",
        OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "http://loki:3100/otlp/v1/logs",
        OTEL_EXPORTER_OTLP_LOGS_HEADERS: "x-a=2%",
      }),
    ).toEqual({
      traces: {
        url: "https://langfuse.example/api/public/otel/v1/traces",
        headers: { Authorization: "Basic abc", "x-a": "1" },
      },
      logs: {
        url: "http://loki:3100/otlp/v1/logs",
        headers: { Authorization: "Basic abc", "x-a": "2%" },
      },
      timeoutMs: 10_000,
      serviceName: "greenroom",
      resource: {},
      text: false,
    });
  });

  it("send one signal alone where only that has an address", () => {
    const url = "http://collector:4318/v1/traces";
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url })).toMatchObject({ traces: { url }, logs: null });
  });

  it("know the service by its variable, then by the resource's", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318";
    const OTEL_RESOURCE_ATTRIBUTES = "service.name=room,deployment.environment.name=prod";
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_RESOURCE_ATTRIBUTES })).toMatchObject({
      serviceName: "room",
      resource: { "deployment.environment.name": "prod" },
    });
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: "green" };
    expect(read(named)?.serviceName).toBe("green");
  });

  it("tell prompts only when that is switched on", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318";
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, GREENROOM_TELEMETRY_TEXT: "on" })?.text).toBe(true);
  });

  it("name what is wrong: a protocol that is not spoken, an address that is none", () => {
    const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    expect(() => read(wrong)).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT: .*http/);
    expect(() => read(wrong)).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL: only http\/protobuf is spoken/);
  });
});
