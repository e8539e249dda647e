import { deliveryDoor } from "@/lib/api/delivery-door";
import { everyMethod } from "@/lib/api/every-method";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  deliveryDoor.fetch(request),
);
