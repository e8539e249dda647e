import "server-only";
import { Hono } from "hono";
import { keepLater } from "@/lib/gateway/adapters/live-recorder";
import { answerHost } from "@/lib/gateway/answer-host";
import { readExchange } from "@/lib/live/read-exchange";
import { logRequests } from "./log-requests";
import { type ApiEnv, visitorOf } from "./route";

/** Where hosts find the model that their key is for. Logged like the rest, and so without the key in the address. */
export const gatewayDoor = new Hono<ApiEnv>();
gatewayDoor.use(logRequests);
gatewayDoor.all("/gateway/:key/:operation{.*}", (c) =>
  answerHost(c.req.raw, {
    sender: visitorOf(c),
    keep: keepLater(readExchange),
    onAdmitted: (context) => c.set("person", context),
  }),
);
