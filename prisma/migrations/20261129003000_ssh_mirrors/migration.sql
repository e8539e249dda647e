-- Mirrors over ssh: the public half of the key, and the fingerprints of the host's.
ALTER TABLE "Mirror" ADD COLUMN "publicKey" TEXT,
ADD COLUMN "hostKey" TEXT,
ADD COLUMN "offeredHostKey" TEXT;
