import { deliveryDoor } from "@/lib/api/delivery-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => deliveryDoor.fetch(request);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
