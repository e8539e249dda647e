import { z } from "zod";

/** A moment of a request, ISO 8601, that Postgres can be asked about: it knows no year 0, which an offset can lead to. */
export const storableMoment = z.iso
  .datetime({ offset: true })
  .refine((text) => new Date(text).getUTCFullYear() >= 1, "There is no such year.");
