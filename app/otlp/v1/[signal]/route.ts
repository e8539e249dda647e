import { everyMethod } from "@/lib/api/every-method";
import { hostLogsDoor } from "@/lib/api/host-logs-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, PATCH, POST, PUT } = everyMethod((request) => hostLogsDoor.fetch(request));
