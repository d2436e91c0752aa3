-- Two names are one when these are equal: NFC, case-folded. server/kernel/folding.ts says the same in JavaScript.
CREATE FUNCTION "case_folded"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(translate(replace(lower(upper(normalize($1, NFC) COLLATE "und-x-icu")), 'ß', 'ss'), 'ς', 'σ'), NFC);--> statement-breakpoint
-- What a search compares: without case, accents and joiners. Columns keep its result: a function that folds otherwise gets a new name.
CREATE FUNCTION "search_folded"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
  replace(replace(replace(replace(
    lower(upper(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g') COLLATE "und-x-icu")),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'ςłøđðħŧ', 'σloddht');--> statement-breakpoint
-- A name that stays as it is keeps what it has: one that had a twin before there was this rule goes on having none.
CREATE FUNCTION "keep_name_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.name IS DISTINCT FROM OLD.name THEN
    NEW.name_key := case_folded(NEW.name);
  ELSE
    NEW.name_key := OLD.name_key;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
ALTER TABLE "departments" DROP CONSTRAINT "departments_name_unique";--> statement-breakpoint
ALTER TABLE "holidays" DROP CONSTRAINT "holidays_day_name_unique";--> statement-breakpoint
ALTER TABLE "labels" DROP CONSTRAINT "labels_name_unique";--> statement-breakpoint
ALTER TABLE "locations" DROP CONSTRAINT "locations_name_unique";--> statement-breakpoint
ALTER TABLE "leave_types" DROP CONSTRAINT "leave_types_name_unique";--> statement-breakpoint
-- Of names that are one in NFC, one becomes it, and the others stay as they were: two names never read alike to who asks by name.
UPDATE "departments" one SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "departments" other WHERE other.workspace_id = one.workspace_id AND other.id <> one.id
    AND normalize(other.name, NFC) = normalize(one.name, NFC) AND (other.name IS NFC NORMALIZED OR other.id < one.id));--> statement-breakpoint
WITH renamed AS (UPDATE "labels" one SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "labels" other WHERE other.workspace_id = one.workspace_id AND other.id <> one.id
    AND normalize(other.name, NFC) = normalize(one.name, NFC) AND (other.name IS NFC NORMALIZED OR other.id < one.id))
  RETURNING one.workspace_id, one.id)
UPDATE "users" SET name = normalize(name, NFC) FROM "user_labels" carried JOIN renamed
  ON renamed.workspace_id = carried.workspace_id AND renamed.id = carried.label_id
WHERE users.workspace_id = carried.workspace_id AND users.id = carried.user_id;--> statement-breakpoint
UPDATE "locations" one SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "locations" other WHERE other.workspace_id = one.workspace_id AND other.id <> one.id
    AND normalize(other.name, NFC) = normalize(one.name, NFC) AND (other.name IS NFC NORMALIZED OR other.id < one.id));--> statement-breakpoint
UPDATE "leave_types" one SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "leave_types" other WHERE other.workspace_id = one.workspace_id AND other.id <> one.id
    AND normalize(other.name, NFC) = normalize(one.name, NFC) AND (other.name IS NFC NORMALIZED OR other.id < one.id));--> statement-breakpoint
UPDATE "holidays" one SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "holidays" other WHERE other.workspace_id = one.workspace_id AND other.location_id = one.location_id AND other.date = one.date AND other.id <> one.id
    AND normalize(other.name, NFC) = normalize(one.name, NFC) AND (other.name IS NFC NORMALIZED OR other.id < one.id));--> statement-breakpoint
UPDATE "users" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "workspaces" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "api_keys" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "notifications" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "scheduled_reports" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "oauth_clients" SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "holidays" ADD COLUMN "name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "labels" ADD COLUMN "name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "name_key" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_name" text COLLATE "C" GENERATED ALWAYS AS (search_folded("name")) STORED;--> statement-breakpoint
-- The oldest of twins is the one that no other may be like from now on.
UPDATE "departments" one SET name_key = case_folded(name) FROM (
  SELECT DISTINCT ON (workspace_id, case_folded(name)) workspace_id, id FROM "departments"
  ORDER BY workspace_id, case_folded(name), id) oldest
WHERE one.workspace_id = oldest.workspace_id AND one.id = oldest.id;--> statement-breakpoint
UPDATE "labels" one SET name_key = case_folded(name) FROM (
  SELECT DISTINCT ON (workspace_id, case_folded(name)) workspace_id, id FROM "labels"
  ORDER BY workspace_id, case_folded(name), id) oldest
WHERE one.workspace_id = oldest.workspace_id AND one.id = oldest.id;--> statement-breakpoint
UPDATE "locations" one SET name_key = case_folded(name) FROM (
  SELECT DISTINCT ON (workspace_id, case_folded(name)) workspace_id, id FROM "locations"
  ORDER BY workspace_id, case_folded(name), id) oldest
WHERE one.workspace_id = oldest.workspace_id AND one.id = oldest.id;--> statement-breakpoint
UPDATE "leave_types" one SET name_key = case_folded(name) FROM (
  SELECT DISTINCT ON (workspace_id, case_folded(name)) workspace_id, id FROM "leave_types"
  ORDER BY workspace_id, case_folded(name), id) oldest
WHERE one.workspace_id = oldest.workspace_id AND one.id = oldest.id;--> statement-breakpoint
UPDATE "holidays" one SET name_key = case_folded(name) FROM (
  SELECT DISTINCT ON (workspace_id, location_id, date, case_folded(name)) workspace_id, id FROM "holidays"
  ORDER BY workspace_id, location_id, date, case_folded(name), id) oldest
WHERE one.workspace_id = oldest.workspace_id AND one.id = oldest.id;--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name_unique" ON "departments" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_day_name_unique" ON "holidays" USING btree ("workspace_id","location_id","date","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name_unique" ON "labels" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_name_unique" ON "locations" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "leave_types_name_unique" ON "leave_types" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE TRIGGER "departments_name_key" BEFORE INSERT OR UPDATE ON "departments" FOR EACH ROW EXECUTE FUNCTION "keep_name_key"();--> statement-breakpoint
CREATE TRIGGER "labels_name_key" BEFORE INSERT OR UPDATE ON "labels" FOR EACH ROW EXECUTE FUNCTION "keep_name_key"();--> statement-breakpoint
CREATE TRIGGER "locations_name_key" BEFORE INSERT OR UPDATE ON "locations" FOR EACH ROW EXECUTE FUNCTION "keep_name_key"();--> statement-breakpoint
CREATE TRIGGER "leave_types_name_key" BEFORE INSERT OR UPDATE ON "leave_types" FOR EACH ROW EXECUTE FUNCTION "keep_name_key"();--> statement-breakpoint
CREATE TRIGGER "holidays_name_key" BEFORE INSERT OR UPDATE ON "holidays" FOR EACH ROW EXECUTE FUNCTION "keep_name_key"();
