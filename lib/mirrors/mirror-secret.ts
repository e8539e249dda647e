import "server-only";
import { sealedToken } from "@/lib/platform/sealed-secret";

/** The token of a mirror, or its private key over ssh, as it is kept and as it is sent. */
export const mirrorToken = sealedToken("mirror");
