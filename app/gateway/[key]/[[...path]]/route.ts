import { after } from "next/server";
import { exchangesKept, gatewayDoor } from "@/lib/api/gateway-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

function handler(request: Request) {
  // A server that is told to stop meanwhile waits for it.
  after(exchangesKept);
  return gatewayDoor.fetch(request);
}

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
