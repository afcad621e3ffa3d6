import * as z from 'zod/mini';
import { MEMBER_CHECKS } from '../../session/domain/member.ts';
import { shapeOf } from '#core/schema/parts.ts';
import { date, table } from '#core/backend/table.ts';

export const profilesTable = table(
  'profiles',
  z.object({ ...shapeOf(MEMBER_CHECKS), createdAt: z.nullable(date), updatedAt: z.nullable(date) }),
);
