import { expect, it } from "vitest";
import { hostOf } from "./host-of";

it("names the host with its port, and what is no address as it is", () => {
  expect(["https://git.example.com/a.git", "http://127.0.0.1:8080/a", "a b"].map(hostOf)).toEqual([
    "git.example.com",
    "127.0.0.1:8080",
    "a b",
  ]);
});
