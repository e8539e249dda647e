import "server-only";
import { sealedToken } from "@/lib/platform/sealed-secret";

/** The token of a mirror, as it is kept and as it is sent. */
export const mirrorToken = sealedToken("mirror");
