import { hostLogsDoor } from "@/lib/api/host-logs-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => hostLogsDoor.fetch(request);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
