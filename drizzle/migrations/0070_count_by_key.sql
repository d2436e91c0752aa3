-- By a leave's key: a row of a distributed table has another type on each server, by which no function is found. PL/pgSQL looks for the other
-- function when it is called, which it never is there.
CREATE FUNCTION "leave_days"("of_workspace" uuid, "leave" uuid) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT leave_days(l) FROM leaves l WHERE l.workspace_id = of_workspace AND l.id = leave);
END
$$;
