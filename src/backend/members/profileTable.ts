import * as z from 'zod/mini';
import { MEMBER_CHECKS } from '../../domain/account/member.ts';
import { shapeOf } from '../../domain/schema/parts.ts';
import { date, table } from '../connection/table.ts';

export const profilesTable = table(
  'profiles',
  z.object({ ...shapeOf(MEMBER_CHECKS), createdAt: z.nullable(date), updatedAt: z.nullable(date) }),
);
