export const assetStatuses = ['manufactured', 'shipped', 'delivered', 'in transit'] as const;

export const assetCategories = ['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'] as const;

export const sortableAssetFields = ['createdAt', 'updatedAt', 'name', 'currentStatus'] as const;

/** Defaults of the list, for the API and the page. */
export const assetListDefaults = { sortBy: 'createdAt', sortOrder: 'desc', page: 1, limit: 10 } as const;
