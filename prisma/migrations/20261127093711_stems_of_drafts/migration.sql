-- A list's search finds what agents find, by the stems of their search, which stand with a mark among a draft's words.
-- They are taken from what is counted already; a draft that nobody has counted gets them from the server.
UPDATE "Draft" d SET search = coalesce(d.search, ''::tsvector) || array_to_tsvector(counted.stems)
FROM (
  SELECT t."workspaceId", t.digest, array_agg(DISTINCT '=' || word) AS stems
  FROM "SearchTerms" t
  CROSS JOIN LATERAL (
    VALUES (t.fields -> 'name'), (t.fields -> 'description'), (t.fields -> 'body'), (t.fields -> 'triggers')
  ) AS field(words)
  CROSS JOIN LATERAL jsonb_object_keys(
    CASE WHEN jsonb_typeof(field.words) = 'object' THEN field.words ELSE '{}'::jsonb END
  ) AS word
  WHERE t.fields ->> 'version' = '2'
  GROUP BY t."workspaceId", t.digest
  HAVING sum(octet_length(word) + 1) <= 400000
) AS counted
WHERE counted."workspaceId" = d."workspaceId" AND counted.digest = d.digest;
