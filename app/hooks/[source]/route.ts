import { hookDoor } from "@/lib/api/hook-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => hookDoor.fetch(request);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
