import { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { keepBodyHeaders } from "./body-headers.mjs";

class Response extends ServerResponse {}
keepBodyHeaders(Response);
const aResponse = () => new Response({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1 });

it("sends what a route says of its body by the names that everybody knows", () => {
  const response = aResponse();
  response.setHeader("greenroom-content-length", ["5000"]);
  response.setHeader("greenroom-content-encoding", "gzip");
  expect({ ...response.getHeaders() }).toEqual({ "content-length": "5000", "content-encoding": "gzip" });
});

it("leaves every other header as it is, several values of one too", () => {
  const response = aResponse();
  expect(response.setHeader("set-cookie", ["a=1", "b=2"])).toBe(response);
  response.setHeader("ETag", '"abc"');
  expect({ ...response.getHeaders() }).toEqual({ "set-cookie": ["a=1", "b=2"], etag: '"abc"' });
});

it("leaves the class that it was not asked for alone", () => {
  const response = new ServerResponse({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1 });
  response.setHeader("greenroom-content-length", "1");
  expect({ ...response.getHeaders() }).toEqual({ "greenroom-content-length": "1" });
});
