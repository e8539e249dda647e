import { expect, it } from "vitest";
import { isOfSameSite } from "./open-registry";

it.each([
  ["https://ghcr.io/token", "https://ghcr.io", true],
  ["https://auth.docker.io/token", "https://r1.docker.io", true],
  ["https://gitlab.com/jwt/auth", "https://code.gitlab.com", true],
  ["http://127.0.0.1:5000/token", "http://127.0.0.1:5000", true],
  ["https://auth.example.net/token", "https://containers.example.org", false],
  ["https://evil.io/token", "https://ghcr.io", false],
  ["https://notdocker.io/token", "https://r1.docker.io", false],
  ["http://auth.docker.io/token", "https://r1.docker.io", false],
  ["https://10.0.0.2/token", "https://10.0.0.1", false],
])("the token server %s is told what was given for %s: %s", (realm, registry, isTold) => {
  expect(isOfSameSite(new URL(realm), new URL(registry))).toBe(isTold);
});
