import { backendConfig } from '../../../core/backend/config.ts';
import { callRows, type RpcOptions } from '../../../core/backend/rpc.ts';
import type { ShopProduct } from '../domain/shop.ts';
import { shopTable } from './communityTables.ts';

/** What is sold, in the owner's order. @throws BackendError */
export async function readShop(options: RpcOptions = {}): Promise<ShopProduct[]> {
  return (await callRows('shop', {}, options)).map((row) => shopTable.fromRow(row));
}

/** Address of a product's picture. */
export function pictureUrl(name: string): string {
  return `${backendConfig().url}/storage/v1/object/public/shop/${name}`;
}
