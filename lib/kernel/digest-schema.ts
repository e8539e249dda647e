import { z } from "zod";
import { digestPattern } from "./is-digest";

export const digestSchema = z.string().regex(digestPattern, "A digest is 64 hexadecimal digits.");
