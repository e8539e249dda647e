import { api } from "@/lib/api/app";
import { everyMethod } from "@/lib/api/every-method";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, PATCH, POST, PUT } = everyMethod((request) => api.fetch(request));
