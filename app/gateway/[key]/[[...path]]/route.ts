import { after } from "next/server";
import { everyMethod } from "@/lib/api/every-method";
import { exchangesKept, gatewayDoor } from "@/lib/api/gateway-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

function handler(request: Request) {
  // A server that is told to stop meanwhile waits for it.
  after(exchangesKept);
  return gatewayDoor.fetch(request);
}

export const { DELETE, GET, HEAD, PATCH, POST, PUT } = everyMethod(handler);
