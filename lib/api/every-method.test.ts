import { expect, it } from "vitest";
import { everyMethod } from "./every-method";

it("gives every method of a route the same handler", async () => {
  const methods = everyMethod((request) => new Response(request.method));
  expect(Object.keys(methods)).toEqual(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);
  for (const [method, handler] of Object.entries(methods))
    expect(await (await handler(new Request("http://a.example", { method }))).text()).toBe(method);
});
