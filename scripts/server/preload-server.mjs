// What the server's process is given before Next.js: one file, because `next dev` passes on only one.
import "./end-with-parent.mjs";
import { keepBodyHeaders } from "./body-headers.mjs";
import { putUpDoor } from "./front-door.mjs";

putUpDoor(process.env.GREENROOM_TRUSTED_PROXIES ?? "", process.env.GREENROOM_ROLE);
keepBodyHeaders();
