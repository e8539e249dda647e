import { describe, expect, it } from "vitest";
import { deviceName } from "./device-name";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("deviceName", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0 Safari/537.36`, "Chrome on Windows"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0 Safari/537.36 Edg/141.0`,
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/141.0 Mobile Safari/537.36`, "Chrome on Android"],
    ["curl/8.5.0", "curl"],
    ["python-requests/2.32", "python-requests"],
    ["", "Unknown device"],
    ["<script>alert(1)</script>", "Unknown device"],
    [`${"x".repeat(500)}`, "x".repeat(40)],
  ])("calls %j what it is", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it("knows nothing of what says nothing", () => {
    expect(deviceName(null)).toBe("Unknown device");
  });
});
