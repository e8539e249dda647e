import "server-only";
import { setImmediate } from "node:timers/promises";
import { Hono } from "hono";
import { everythingKept, keepLater } from "@/lib/gateway/adapters/live-recorder";
import { answerHost } from "@/lib/gateway/answer-host";
import { readExchange } from "@/lib/live/read-exchange";
import { fairPace } from "@/lib/platform/fair-pace";
import { logRequests } from "./log-requests";
import { type ApiEnv, visitorOf } from "./route";

/** How long a server that is told to stop waits for what has gone by to be written down. */
const mostMs = 5_000;

/** Done once what went by is written down. What a connection's end has just ended counts. */
export async function exchangesKept(): Promise<void> {
  await setImmediate();
  await everythingKept({ mostMs });
}

/** Where hosts find the model that their key is for. Logged like the rest, and so without the key in the address. */
export const gatewayDoor = new Hono<ApiEnv>();
gatewayDoor.use(logRequests);
gatewayDoor.all("/gateway/:key/:operation{.*}", (c) =>
  answerHost(c.req.raw, {
    sender: visitorOf(c),
    keep: keepLater(readExchange),
    onAdmitted: (context) => {
      c.set("person", context);
      fairPace().note(context.actor.userId);
    },
  }),
);
