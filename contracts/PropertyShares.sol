// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Pausable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Pausable.sol";
import {ERC1155Supply} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Supply.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title Shares of registered properties: one token id for each property, with a supply that never changes.
/// @notice A share is not title to the property. Custodial addresses stand for holders without a wallet. They are hashes of an
/// id, so nobody has their keys, and only the market moves their shares. Shares of every other address move as ERC-1155 says,
/// and no role has power over them, except for a pause. The royalty of ERC-2981 goes to a custodial address: the market
/// pays it there in cash. What another market sends there can never be spent.
contract PropertyShares is ERC1155Supply, ERC1155Pausable, ERC2981, AccessControl {
    /// @notice May issue shares, and decides who may receive those that are not public.
    bytes32 public constant ISSUER_ROLE = keccak256("ISSUER_ROLE");
    /// @notice The highest royalty, in basis points.
    uint96 public constant ROYALTY_MAX = 1_000;
    /// @notice The most holders of one issue.
    uint256 public constant HOLDERS_MAX = 150;

    /// @notice The market. Once set, it never changes.
    address public market;
    /// @notice Whether an address stands for a holder without a wallet.
    mapping(address account => bool) public isCustodial;
    /// @notice Whether anyone may receive shares of a token.
    mapping(uint256 tokenId => bool) public isPublic;
    /// @notice Who may receive shares of a token that is not public.
    mapping(uint256 tokenId => mapping(address account => bool)) public mayReceive;

    string private _uriPrefix;

    /// @notice All shares of a token were created.
    event Issued(uint256 indexed tokenId, uint256 supply, address royaltyReceiver, uint96 royalty, bool isPublic);
    /// @notice An address stands for a holder without a wallet from now on.
    event CustodyOpened(address indexed account);
    /// @notice An account may receive shares of a token, or may not any more.
    event ReceiverChanged(uint256 indexed tokenId, address indexed account, bool allowed);
    /// @notice The market was set.
    event MarketSet(address market);
    /// @notice The metadata of all tokens moved.
    event UriPrefixChanged(string uriPrefix);

    /// @notice A token is issued once.
    error AlreadyIssued(uint256 tokenId);
    /// @notice An issue has 1 to `HOLDERS_MAX` holders, and one amount above zero for each.
    error BadDistribution();
    /// @notice The royalty is above `ROYALTY_MAX`.
    error RoyaltyTooHigh(uint96 royalty);
    /// @notice The account may not receive shares of this token.
    error MayNotReceive(uint256 tokenId, address account);
    /// @notice Only the market may do this.
    error NotMarket();
    /// @notice The market is already set, or is not a contract.
    error BadMarket();
    /// @notice The market moves shares of custodial addresses only, to custodial addresses or out of custody.
    error WrongCustody(address account);

    /// @param admin May pause, set the market and the place of the metadata, and give roles.
    constructor(address admin, address issuer) ERC1155("") {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(ISSUER_ROLE, issuer);
    }

    /// @notice Creates all shares of a token for the custodial addresses of `holders`.
    /// @param royalty Basis points of each later sale on the market, for the custodial address of `royaltyReceiver`.
    function issue(
        uint256 tokenId,
        bytes32[] calldata holders,
        uint64[] calldata amounts,
        bytes32 royaltyReceiver,
        uint96 royalty,
        bool isPublic_
    ) external onlyRole(ISSUER_ROLE) {
        if (exists(tokenId)) revert AlreadyIssued(tokenId);
        if (holders.length == 0 || holders.length > HOLDERS_MAX || holders.length != amounts.length)
            revert BadDistribution();
        if (royalty > ROYALTY_MAX) revert RoyaltyTooHigh(royalty);
        isPublic[tokenId] = isPublic_;
        address receiver = openCustody(royaltyReceiver);
        _setTokenRoyalty(tokenId, receiver, royalty);
        for (uint256 n = 0; n < holders.length; n++) {
            if (amounts[n] == 0) revert BadDistribution();
            _mint(openCustody(holders[n]), tokenId, amounts[n], "");
        }
        emit Issued(tokenId, totalSupply(tokenId), receiver, royalty, isPublic_);
    }

    /// @notice Decides whether an account may receive shares of a token that is not public.
    function allow(uint256 tokenId, address account, bool allowed) external onlyRole(ISSUER_ROLE) {
        mayReceive[tokenId][account] = allowed;
        emit ReceiverChanged(tokenId, account, allowed);
    }

    /// @notice Returns the custodial address of an id, and opens it on first use. Anyone may: it gives nobody anything.
    function openCustody(bytes32 id) public returns (address account) {
        account = custodyOf(id);
        if (isCustodial[account]) return account;
        isCustodial[account] = true;
        emit CustodyOpened(account);
    }

    /// @notice Returns the last 20 bytes of the hash of an id. No wallet becomes custodial: addresses of keys and contracts are
    /// hashes of other lengths than 32 bytes, so that would take a collision.
    function custodyOf(bytes32 id) public pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(id)))));
    }

    /// @notice Moves shares between custodial addresses. Calls no code of others, because there is none at these addresses.
    function moveCustodial(address from, address to, uint256 tokenId, uint256 amount) external onlyMarket {
        if (!isCustodial[from]) revert WrongCustody(from);
        if (!isCustodial[to]) revert WrongCustody(to);
        _safeTransferFrom(from, to, tokenId, amount, "");
    }

    /// @notice Moves shares of a custodial address to a wallet, whose owner alone decides about them from then on.
    function moveToWallet(address from, address wallet, uint256 tokenId, uint256 amount) external onlyMarket {
        if (!isCustodial[from]) revert WrongCustody(from);
        if (isCustodial[wallet]) revert WrongCustody(wallet);
        _safeTransferFrom(from, wallet, tokenId, amount, "");
    }

    /// @notice Sets the market, once.
    function setMarket(address market_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (market != address(0) || market_.code.length == 0) revert BadMarket();
        market = market_;
        emit MarketSet(market_);
    }

    /// @notice Sets where the metadata is served. It is not an argument of the constructor, because the product may move.
    function setUriPrefix(string calldata uriPrefix) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _uriPrefix = uriPrefix;
        emit UriPrefixChanged(uriPrefix);
    }

    /// @notice Stops all transfers and issues.
    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice Returns where the facts of a token's property are: the prefix and the token id in decimal digits.
    function uri(uint256 tokenId) public view override returns (string memory) {
        return string.concat(_uriPrefix, Strings.toString(tokenId));
    }

    /// @inheritdoc ERC1155
    function supportsInterface(bytes4 id) public view override(ERC1155, ERC2981, AccessControl) returns (bool) {
        return super.supportsInterface(id);
    }

    modifier onlyMarket() {
        if (msg.sender != market) revert NotMarket();
        _;
    }

    function _update(
        address from,
        address to,
        uint256[] memory ids,
        uint256[] memory values
    ) internal override(ERC1155Supply, ERC1155Pausable) {
        if (from != address(0))
            for (uint256 n = 0; n < ids.length; n++)
                if (!isPublic[ids[n]] && !mayReceive[ids[n]][to]) revert MayNotReceive(ids[n], to);
        super._update(from, to, ids, values);
    }
}
