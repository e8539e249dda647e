import { describe, expect, it } from "vitest";
import { metrics } from "@/lib/platform/metrics";
import { readMetrics } from "@/lib/testing/read-metrics";
import { countRequest, deliveryDoorOf } from "./count-request";

const counted = async () => readMetrics(await metrics().registry.metrics());
const requests = "greenroom_http_request_duration_seconds";

describe("the way that skills went out", () => {
  const delivery = "/api/v1/workspaces/:workspace/agents/:agent/delivery";
  it.each([
    [delivery, "/api/v1/workspaces/a/agents/b/delivery", "rest"],
    [`${delivery}/archives/:archive`, "/x", "rest"],
    ["/mcp/:agent", "/mcp/a", "mcp"],
    ["/d/:token/:path{.+}", "/d/secret/skills.git/info/refs", "git"],
    ["/d/:token/:path{.+}", "/d/secret/.well-known/agent-skills/index.json", "index"],
    ["/api/v1/workspaces/:workspace/skills", "/api/v1/workspaces/a/skills", null],
    ["/api/v1/workspaces/:workspace/agents/:agent/delivery-address", "/x", null],
    ["none", "/d", null],
  ])("of %s at %s is %s", (route, path, door) => {
    expect(deliveryDoorOf(route, path)).toBe(door);
  });
});

describe("an answered request", () => {
  it("is counted by method, pattern and status, with its time, and as a delivery where it was one", async () => {
    const before = await counted();
    const route = "/mcp/:agent";
    countRequest({ method: "POST", route, path: "/mcp/a", status: 200, seconds: 0.2 });
    countRequest({ method: "POST", route, path: "/mcp/a", status: 401, seconds: 0.001 });
    const after = await counted();
    const labels = { method: "POST", route, status: "200" };
    expect(after.value(requests, labels) - before.value(requests, labels)).toBe(1);
    const deliveries = (of: typeof after) => of.value("greenroom_deliveries_total", { door: "mcp" });
    expect(deliveries(after) - deliveries(before)).toBe(1);
    expect(after.families.get(requests)?.type).toBe("HISTOGRAM");
  });

  it("with a method that its caller made up adds no label of its own", async () => {
    countRequest({ method: "BREW", route: "none", path: "/", status: 404, seconds: 0 });
    const methods = (await counted()).labelsOf(requests).map(({ method }) => method);
    expect(methods).toContain("other");
    expect(methods).not.toContain("BREW");
  });
});
